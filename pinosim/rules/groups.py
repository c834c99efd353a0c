"""What a rule file can say: one frozen record for each group of keys.

Every key carries a title (the words a player uses), a meaning, and the range of values it takes; `rules show`,
`rules diff`, error messages and the table in `docs/rule-files.md` are all made from these. A key with no default must
be in the file.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from pinosim.rules.annotate import MAX_COPIES, MAX_POINTS, MAX_STEPS, points, says, table, text, whole

__all__ = ["GROUPS", "MAX_COPIES", "MAX_POINTS"]

_Count = Annotated[int, Meta(ge=0, le=MAX_POINTS)]
_Size = Annotated[int, Meta(ge=1, le=MAX_POINTS)]
_Name = Annotated[str, Meta(min_length=1, max_length=60)]
Table = tuple[_Count, ...]
Steps = tuple[tuple[_Count, _Size], ...]


class Identity(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names of the rule set."""

    id: Annotated[
        str,
        text(
            60, "name", "Short name printed beside every result; the file's name if left out.", r"^[A-Za-z0-9][\w.-]*$"
        ),
    ]
    title: Annotated[str, text(200, "title", "One line for a person.")]
    source: Annotated[str, text(500, "source", "Where the rules were found.")] = ""
    aliases: Annotated[tuple[_Name, ...], text(20, "other names", "Other names a packaged set answers to.")] = ()
    unit: Annotated[
        int,
        whole(
            1, 1000, "scale", "What the small scale is multiplied by: 1 when a run counts 15, 10 when it counts 150."
        ),
    ] = 1


class Seats(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who plays with whom."""

    players: Annotated[int, whole(2, 6, "players", "How many play.")]
    teams: Annotated[
        int,
        whole(
            2,
            6,
            "sides",
            "How many sides keep a score. Seats belong to sides in turn, so partners sit opposite; as many as players: "
            "each for himself.",
        ),
    ]
    called_partner: Annotated[
        bool, says("called partner", "The bidder calls a card; its holder is his partner for the hand.")
    ] = False
    called_card_search: Annotated[
        Literal["from-the-left", "from-the-right"],
        says(
            "search for the called card", "From which side of the bidder the first holder of the called card is sought."
        ),
    ] = "from-the-left"


class Cards(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The deck."""

    ranks: Annotated[
        Literal["ATKQJ9", "ATKQJ"],
        says("ranks", "The ranks in the deck, high to low (T is the ten): with or without nines."),
    ]
    copies: Annotated[
        int, whole(1, MAX_COPIES, "copies", "How many of each card the deck has: 2 in a single deck of 48.")
    ]


class Deal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the deck is dealt out."""

    hand_size: Annotated[int, whole(1, 60, "hand", "Cards in a hand.")]
    kitty_size: Annotated[
        int, whole(0, 60, "kitty", "Cards laid aside for the winner of the auction.", zero="none")
    ] = 0
    stock_size: Annotated[
        int,
        whole(
            0, 120, "stock", "Cards to draw from after each trick (two-handed), the turned card included.", zero="none"
        ),
    ] = 0
    turn_up: Annotated[bool, says("turned card", "A card of the stock is turned up to make trump.")] = False
    packet: Annotated[
        int, whole(1, 60, "dealt at a time", "Cards dealt at a time; the odds do not depend on it.", note=True)
    ] = 3
    kitty_rule: Annotated[
        Literal["any-time", "never-the-last-card"],
        says("dealing the kitty", "When cards may go to the kitty; the odds do not depend on it.", note=True),
    ] = "any-time"
    rotation: Annotated[Literal["clockwise"], says("next dealer", "How the deal passes from hand to hand.")] = (
        "clockwise"
    )


class Redeal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The right to throw a bad hand in before the bidding."""

    min_nines: Annotated[
        int,
        whole(0, 24, "nines for a redeal", "A hand with this many nines may ask for a new deal.", zero="no redeal"),
    ] = 0
    no_aces: Annotated[bool, says("redeal needs no ace", "The hand must also hold no ace.")] = False
    no_meld: Annotated[bool, says("redeal needs no meld", "The hand must also hold no meld in any suit.")] = False
    ignore_dix: Annotated[
        bool, says("dix aside", "A nine of trump does not count as meld here, since trump is not known yet.")
    ] = True
    optional: Annotated[bool, says("redeal is a choice", "The holder may, but need not, ask for the new deal.")] = True
    called_by: Annotated[Literal["holder"], says("who may ask", "Who may ask for the new deal.")] = "holder"
    same_dealer: Annotated[bool, says("same dealer again", "The same dealer deals the new hand.")] = True


class Auction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bidding."""

    kind: Annotated[
        Literal["auction", "single-round", "none"],
        says("bidding", "An auction until one is left, one bid each, or no bidding at all."),
    ] = "auction"
    first_bidder: Annotated[Literal["left-of-dealer"], says("speaks first", "Who speaks first.")] = "left-of-dealer"
    min_bid: Annotated[int, points("lowest bid", "The lowest bid there is.")] = 0
    steps: Annotated[
        Steps,
        Meta(
            max_length=MAX_STEPS,
            title="raises",
            description="Pairs [from, step]: from that bid on, bids go up by the step. "
            "[[50, 1], [60, 5]] allows 58, 59, 60, 65.",
            extra={"points": True},
        ),
    ] = ()
    max_bid: Annotated[int, points("highest bid", "The highest bid there is.", zero="no limit")] = 0
    max_ends_auction: Annotated[bool, says("highest bid ends it", "The highest bid ends the auction at once.")] = False
    pass_final: Annotated[bool, says("a pass is final", "Who has passed may not bid again.")] = True
    all_pass: Annotated[
        Literal["last-player-forced", "new-deal"],
        says("everybody passes", "The last to speak must take the bid, or the cards are dealt again."),
    ] = "last-player-forced"
    forced_below_min: Annotated[
        int,
        points(
            "forced bid below the lowest", "How far below the lowest bid the forced bid lies.", zero="at the lowest bid"
        ),
    ] = 0
    wild_over: Annotated[
        int,
        points("wild above", "A raise by more than this is called wild; a name only.", zero="no such name", note=True),
    ] = 0
    wild_penalty: Annotated[
        int,
        whole(
            0,
            1000,
            "wild penalty",
            "Rating points lost for a wild bid that is set; never part of the score.",
            zero="none",
            note=True,
        ),
    ] = 0


class Trump(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Naming trump."""

    chosen_by: Annotated[Literal["bidder", "turned-card"], says("trump is named by", "Who or what decides trump.")] = (
        "bidder"
    )
    needs_marriage: Annotated[
        bool, says("trump needs a marriage", "The bidder must hold king and queen of the suit he names.")
    ] = False
    without_marriage: Annotated[
        Literal["set", "any-suit"],
        says(
            "bidder without a marriage", "A bidder with no marriage at all is set without play, or may name any suit."
        ),
    ] = "set"


class Kitty(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What becomes of the kitty; nothing here matters without one."""

    shown: Annotated[bool, says("kitty is shown", "Everybody sees the kitty.")] = True
    before_trump: Annotated[bool, says("kitty before trump", "The bidder takes the kitty before he names trump.")] = (
        True
    )
    bury: Annotated[bool, says("bury as many", "The bidder lays away as many cards as he took.")] = True
    bury_excludes_meld: Annotated[bool, says("melded cards stay", "Cards of his meld may not be buried.")] = True
    buried_points_to: Annotated[Literal["bidder", "nobody"], says("buried points", "Who gets the points buried.")] = (
        "bidder"
    )


class Passing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards passed between the bidder and his partner."""

    count: Annotated[int, whole(0, 30, "cards passed", "Cards passed each way, before meld is laid.", zero="none")] = 0
    order: Annotated[
        Literal["partner-first"], says("who passes first", "The partner gives first, then the bidder gives back.")
    ] = "partner-first"
    may_return_received: Annotated[bool, says("may give back", "The bidder may give back cards just received.")] = True


class Meld(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What meld counts. Lists hold the points for one copy, two copies and so on; a higher entry replaces the lower."""

    run: Annotated[Table, table("run", "A T K Q J of trump.")]
    royal: Annotated[Table, table("royal marriage", "K Q of trump, not inside a run.")]
    plain: Annotated[int, points("marriage", "K Q of a suit other than trump, each.")]
    dix: Annotated[int, points("dix", "Nine of trump, each.", zero="nothing")]
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
        says("meld is laid", "All at once before play, or one after each trick won."),
    ] = "before-play"
    owners: Annotated[Literal["everybody", "bidders"], says("who melds", "Whose meld counts.")] = "everybody"


class Play(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Duties in play. Following suit is always one of them."""

    beat_trump_lead: Annotated[
        bool, says("must beat a trump lead", "A player with trumps must beat the best trump if he can.")
    ] = True
    beat_plain_lead: Annotated[
        bool, says("must beat a plain lead", "A player who follows must beat the best card of the suit if he can.")
    ] = True
    beat_plain_after_trump: Annotated[
        bool, says("must beat even when trumped", "The same when the trick has been trumped and cannot be won by it.")
    ] = False
    must_trump: Annotated[bool, says("must trump", "A player without the suit must play trump if he has one.")] = True
    overtrump: Annotated[
        bool, says("must overtrump", "A player who trumps must beat the trumps in the trick if he can.")
    ] = True
    first_leader: Annotated[
        Literal["bidder", "left-of-dealer"],
        says("first lead", "Who leads to the first trick; left of the dealer is the non-dealer when two play."),
    ] = "bidder"
    free_while_stock: Annotated[
        bool, says("free while the stock lasts", "No duty at all until the stock is drawn.")
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


class KeepMeld(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a side must take for its meld to count."""

    bidders: Annotated[
        Literal["nothing", "trick", "point"], says("bidders keep meld with", "What the bidders must take.")
    ] = "trick"
    others: Annotated[
        Literal["nothing", "trick", "point"], says("the others keep meld with", "What the others must take.")
    ] = "trick"
    dix_survives: Annotated[
        Literal["no", "only-dix", "always"],
        says(
            "dix without a trick", "Meld kept all the same: none, a side's meld of nothing but dix, or its dix always."
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
    partners_share: Annotated[
        bool, says("partners share", "A called partner wins and loses what the bidder does.")
    ] = True
    auto_set: Annotated[
        bool, says("hopeless bid is not played", "No play when meld and all trick points together miss the bid.")
    ] = True
    others_meld_without_play: Annotated[
        bool,
        says("the others' meld without play", "The others score their meld when the bidders are set without play."),
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
        says("both reach the game", "Who wins when several reach the game in one hand."),
    ] = "bidders"


class Assumption(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value the source does not settle, why it was chosen and what else it could be."""

    keys: Annotated[tuple[_Name, ...], Meta(min_length=1, max_length=40)]
    why: Annotated[str, Meta(max_length=500)]
    otherwise: Annotated[str, Meta(max_length=500)] = ""
    number: Annotated[str, Meta(max_length=10)] = ""


GROUPS: Final[dict[str, type[Struct]]] = {
    "identity": Identity,
    "seats": Seats,
    "cards": Cards,
    "deal": Deal,
    "redeal": Redeal,
    "auction": Auction,
    "trump": Trump,
    "kitty": Kitty,
    "passing": Passing,
    "meld": Meld,
    "play": Play,
    "tricks": Tricks,
    "keep_meld": KeepMeld,
    "floors": Floors,
    "settle": Settle,
    "game": Game,
}
