"""Groups of a rule file that say what counts: meld, duties in play, tricks, settlement, the end of the game."""

# Annotations are not postponed here: the keys are read off them at every start, ten times as slowly from text.

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from pinosim.rules.annotate import MAX_POINTS, points, says, table

_Count = Annotated[int, Meta(ge=0, le=MAX_POINTS)]
Table = tuple[_Count, ...]
_KEEP: Final = {"nothing": "nothing", "trick": "one trick", "point": "one trick point"}


class Meld(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What meld counts. Lists hold the points for one copy, two copies and so on; a higher entry replaces the lower."""

    run: Annotated[Table, table("run", "A T K Q J of trump.")]
    royal: Annotated[Table, table("royal marriage", "K Q of trump, not inside a run.")]
    plain: Annotated[int, points("marriage", "K Q of a suit other than trump, each.")]
    dix: Annotated[int, points("dix", "Nine of trump, each.", zero="nothing")]
    dix_by_copies: Annotated[
        Table,
        table(
            "dix together",
            "Nines of trump where several do not simply add up: [10, 100] pays 10 for one and 100 for both.",
            least=0,
            empty="each for itself",
        ),
    ] = ()
    pinochle: Annotated[Table, table("pinochle", "Q of spades with J of diamonds.")]
    aces: Annotated[Table, table("aces around", "An ace of each suit.")]
    kings: Annotated[Table, table("kings around", "A king of each suit.")]
    queens: Annotated[Table, table("queens around", "A queen of each suit.")]
    jacks: Annotated[Table, table("jacks around", "A jack of each suit.")]
    trump_mode: Annotated[
        Literal["absorb", "extras", "exclusive"],
        says(
            "run with more kings and queens",
            "absorb: further marriages beside a run count as royal marriages; extras: the three extra keys count; "
            "exclusive: the run or the royal marriages, whichever is more.",
            words={
                "absorb": "further pairs are royal marriages",
                "extras": "extra kings and queens have their own values",
                "exclusive": "the run or the royal marriages",
            },
        ),
    ] = "absorb"
    extra_king: Annotated[
        int, points("run with an extra king", "Added to a run for one more king (extras only).", zero="nothing")
    ] = 0
    extra_queen: Annotated[
        int, points("run with an extra queen", "Added to a run for one more queen (extras only).", zero="nothing")
    ] = 0
    extra_both: Annotated[
        int, points("run with an extra marriage", "Added to a run for one more of both (extras only).", zero="nothing")
    ] = 0
    roundhouse: Annotated[
        int,
        points(
            "roundhouse bonus", "Paid on top of its parts for a marriage in each suit.", zero="the sum of its parts"
        ),
    ] = 0
    roundhouse_beside_run: Annotated[
        int,
        points(
            "roundhouse bonus beside a run",
            "The same when its trump marriage lies in a run.",
            zero="the sum of its parts",
        ),
    ] = 0
    laid: Annotated[
        Literal["before-play", "during-play"],
        says(
            "meld is laid",
            "All at once before play, or after tricks won while the stock lasts.",
            words={"before-play": "all at once before play", "during-play": "after tricks won"},
        ),
    ] = "before-play"
    owners: Annotated[Literal["everybody", "bidders"], says("who melds", "Whose meld counts.")] = "everybody"


class Play(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Duties in play. Following suit is always one of them."""

    beat_trump_lead: Annotated[
        bool,
        says(
            "trump is led",
            "A player with trumps must beat the best trump if he can.",
            words={"yes": "must beat it if able", "no": "any trump will do"},
        ),
    ] = True
    beat_plain_lead: Annotated[
        bool,
        says(
            "a plain suit is led",
            "A player who follows must beat the best card of the suit if he can.",
            words={"yes": "must beat it if able", "no": "any card of the suit will do"},
        ),
    ] = True
    beat_plain_after_trump: Annotated[
        bool,
        says(
            "a plain lead was trumped",
            "The same when the trick has been trumped and cannot be won by it.",
            words={"yes": "must beat the best card of the suit all the same", "no": "any card of the suit will do"},
        ),
    ] = False
    must_trump: Annotated[
        bool,
        says(
            "out of the suit",
            "A player without the suit must play trump if he has one.",
            words={"yes": "must trump", "no": "may throw anything off"},
        ),
    ] = True
    overtrump: Annotated[
        bool,
        says(
            "the trick was trumped",
            "A player who trumps must beat the trumps in the trick if he can.",
            words={"yes": "must overtrump if able", "no": "any trump will do"},
        ),
    ] = True
    undertrump: Annotated[
        bool,
        says(
            "cannot overtrump",
            "A player who must trump but cannot beat the trumps in the trick must still play a lower one.",
            words={"yes": "must still play a trump", "no": "may throw anything off"},
        ),
    ] = True
    first_leader: Annotated[
        Literal["bidder", "left-of-dealer"],
        says(
            "first lead",
            "Who leads to the first trick; left of the dealer is the non-dealer when two play.",
            words={"bidder": "the bidder", "left-of-dealer": "left of the dealer, whoever bid"},
        ),
    ] = "bidder"
    free_while_stock: Annotated[
        bool,
        says(
            "while the stock lasts",
            "No duty at all until the stock is drawn, not even to follow suit.",
            words={"yes": "any card may be played", "no": "the same duties"},
        ),
    ] = False


class Tricks(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points taken in tricks."""

    ace: Annotated[int, points("each ace", "Points for an ace taken.")]
    ten: Annotated[int, points("each ten", "Points for a ten taken.")]
    king: Annotated[int, points("each king", "Points for a king taken.")]
    queen: Annotated[int, points("each queen", "Points for a queen taken.")] = 0
    jack: Annotated[int, points("each jack", "Points for a jack taken.")] = 0
    nine: Annotated[int, points("each nine", "Points for a nine taken.")] = 0
    last_trick: Annotated[int, points("last trick", "Points for the last trick.")]
    total: Annotated[int, points("all tricks together", "Must be the sum of all counters and the last trick.")]

    @property
    def by_strength(self) -> tuple[int, ...]:
        """Points of nine, jack, queen, king, ten and ace."""
        return self.nine, self.jack, self.queen, self.king, self.ten, self.ace


class KeepMeld(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a side must take for its meld to count."""

    bidders: Annotated[
        Literal["nothing", "trick", "point"], says("bidders keep meld with", "What the bidders must take.", words=_KEEP)
    ] = "trick"
    others: Annotated[
        Literal["nothing", "trick", "point"],
        says(
            "the others keep meld with", "What the others must take; everybody in a game without bidding.", words=_KEEP
        ),
    ] = "trick"
    dix_survives: Annotated[
        Literal["no", "only-dix", "always"],
        says(
            "dix without a trick",
            "Meld kept all the same: none, a side's meld of nothing but dix, or its dix always.",
            words={"no": "lost too", "only-dix": "kept if the side melded nothing else", "always": "kept"},
        ),
    ] = "no"


class Floors(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Least meld and least trick points."""

    min_meld_bidders: Annotated[
        int, points("least meld of the bidders", "With less the bidders are set without play.", zero="none")
    ] = 0
    min_meld_others: Annotated[
        int, points("least meld of the others", "With less the others' meld counts nothing.", zero="none")
    ] = 0
    min_points_bidders: Annotated[
        int, points("least trick points of the bidders", "With less the bidders are set.", zero="none")
    ] = 0
    min_points_others: Annotated[
        int, points("least trick points of the others", "With less the others score nothing.", zero="none")
    ] = 0


class Settle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a hand scores."""

    set_penalty: Annotated[Literal["bid"], says("when set", "What bidders who fall short lose.")] = "bid"
    bidders_keep_nothing: Annotated[
        bool, says("set bidders score nothing", "Bidders who are set score none of what they made.")
    ] = True
    others_always_score: Annotated[
        bool, says("the others always score", "The others score whether or not the bid is made.")
    ] = True
    partners_share: Annotated[bool, says("partners share", "A called partner wins and loses what the bidder does.")] = (
        True
    )
    others_tricks: Annotated[
        Literal["own", "shared"],
        says(
            "tricks of the others",
            "Where each plays for himself: whether each of the others counts his own tricks, or all of them count the "
            "tricks of all. Meld is always each player's own.",
            words={"own": "each his own", "shared": "all count those of all"},
        ),
    ] = "own"
    auto_set: Annotated[
        bool,
        says(
            "hopeless bid",
            "No play when meld and all trick points together miss the bid.",
            words={"yes": "set without play", "no": "played out"},
        ),
    ] = True
    others_meld_without_play: Annotated[
        bool,
        says(
            "the others' meld without play",
            "The others score their meld when the bidders are set without play.",
            words={"yes": "counts", "no": "counts nothing"},
        ),
    ] = True


class Game(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The end of the game, looked at after each hand."""

    target: Annotated[int, points("game", "A side with at least this many points wins.", low=1)]
    losing_score: Annotated[
        int,
        Meta(
            ge=-MAX_POINTS,
            le=0,
            title="game is lost at",
            description="A side at or below this loses at once.",
            extra={"zero": "no limit", "points": True},
        ),
    ] = 0
    tie: Annotated[
        Literal["bidders", "higher-score"],
        says(
            "both reach the game",
            "Who wins when several reach the game in one hand. bidders: the bidder or his side; if not among them, the "
            "higher score.",
            words={"bidders": "the bidders win", "higher-score": "the higher score wins"},
        ),
    ] = "bidders"
    winner_must_bid: Annotated[
        bool,
        says("winning needs a bid", "Only the bidders of a hand can win the game in it, by making their bid."),
    ] = False
