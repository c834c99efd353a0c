"""Groups of a rule file up to the first lead: names, seats, deck, deal, bidding, trump, kitty, stock, passing."""

# Annotations are not postponed here: the keys are read off them at every start, ten times as slowly from text.

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from pinosim.rules.annotate import LINES, MAX_COPIES, MAX_POINTS, MAX_STEPS, ONE_LINE, points, says, text, whole

_Count = Annotated[int, Meta(ge=0, le=MAX_POINTS)]
_Size = Annotated[int, Meta(ge=1, le=MAX_POINTS)]
_Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=ONE_LINE)]
Steps = tuple[tuple[_Count, _Size], ...]
_SCORES: Final = {"yes": "the dealer scores a dix", "no": "nothing"}


class Identity(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names of the rule set."""

    id: Annotated[
        str,
        text(
            60, "name", "Short name printed beside every result; the file's name if left out.", r"^[A-Za-z0-9][\w.-]*\Z"
        ),
    ]
    title: Annotated[str, text(200, "title", "One line for a person.", ONE_LINE)]
    source: Annotated[str, text(500, "source", "Where the rules were found.", LINES)] = ""
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
        bool,
        says(
            "called partner",
            "The bidder calls a card; its holder is his partner for the hand, unknown until the card falls.",
            words={"yes": "the holder of a card the bidder calls", "no": "none"},
        ),
    ] = False
    called_card_search: Annotated[
        Literal["from-the-left", "from-the-right"],
        says(
            "search for the called card", "From which side of the bidder the first holder of the called card is sought."
        ),
    ] = "from-the-left"

    @property
    def apart(self) -> bool:
        """Whether each seat has a score of its own."""
        return self.teams == self.players


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
        bool, says("redeal: dix aside", "A nine of trump does not count as meld here, since trump is not known yet.")
    ] = True
    optional: Annotated[
        bool,
        says(
            "redeal is a choice",
            "The holder may, but need not, ask for the new deal.",
            words={"yes": "the holder may choose", "no": "the hand must be thrown in"},
        ),
    ] = True
    called_by: Annotated[Literal["holder"], says("who may ask", "Who may ask for the new deal.")] = "holder"
    same_dealer: Annotated[
        bool,
        says(
            "who deals again",
            "Who deals after a redeal.",
            words={"yes": "the same dealer", "no": "the next dealer"},
        ),
    ] = True


class Auction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bidding."""

    kind: Annotated[
        Literal["auction", "single-round", "none"],
        says(
            "bidding",
            "An auction until one is left, one bid each, or no bidding at all.",
            words={"auction": "until one is left", "single-round": "one bid each", "none": "no bidding"},
        ),
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
    bid_needs: Annotated[
        Literal["nothing", "marriage", "meld"],
        says(
            "a bid needs",
            "What a hand must hold to bid of its own will: nothing, a marriage in some suit, or some meld under the "
            "best trump. A seat that is forced needs nothing.",
            words={"nothing": "nothing", "marriage": "a marriage in hand", "meld": "meld in hand"},
        ),
    ] = "nothing"
    max_bid: Annotated[int, points("highest bid", "The highest bid there is.", zero="no limit")] = 0
    max_ends_auction: Annotated[bool, says("highest bid ends it", "The highest bid ends the auction at once.")] = False
    pass_final: Annotated[bool, says("a pass is final", "Who has passed may not bid again.")] = True
    all_pass: Annotated[
        Literal["last-player-forced", "new-deal"],
        says(
            "everybody passes",
            "The last to speak must take the bid, or the cards are dealt again.",
            words={"last-player-forced": "the last to speak must take it", "new-deal": "the cards are dealt again"},
        ),
    ] = "last-player-forced"
    forced_below_min: Annotated[
        int,
        points(
            "forced bid below the lowest", "How far below the lowest bid the forced bid lies.", zero="at the lowest bid"
        ),
    ] = 0
    forced_may_raise: Annotated[
        bool,
        says("forced player may bid more", "Who is forced to take the bid may name a higher one."),
    ] = False
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

    chosen_by: Annotated[
        Literal["bidder", "turned-card"],
        says(
            "trump is named by",
            "Who or what decides trump.",
            words={"bidder": "the bidder", "turned-card": "the turned card"},
        ),
    ] = "bidder"
    needs_marriage: Annotated[
        bool,
        says(
            "trump needs a marriage",
            "The bidder must hold king and queen of the suit he names.",
            words={"yes": "only a suit with a marriage", "no": "any suit"},
        ),
    ] = False
    without_marriage: Annotated[
        Literal["set", "any-suit"],
        says(
            "bidder without a marriage",
            "A bidder with no marriage at all is set without play, or may name any suit.",
            words={"set": "set without play", "any-suit": "names any suit"},
        ),
    ] = "set"


class Kitty(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What becomes of the kitty."""

    shown: Annotated[
        bool, says("kitty is shown", "Everybody sees the kitty.", words={"yes": "to all", "no": "to the bidder only"})
    ] = True
    before_trump: Annotated[
        bool,
        says(
            "kitty is taken",
            "The bidder takes the kitty before or after he names trump.",
            words={"yes": "before trump is named", "no": "after trump is named"},
        ),
    ] = True
    bury: Annotated[
        bool,
        says(
            "after taking the kitty",
            "yes: the bidder lays away as many cards as he took, after meld and before play. no: he keeps one and "
            "gives one, face down, to each other player before meld; the kitty then has one card for each player.",
            words={"yes": "the bidder buries as many", "no": "the bidder gives one card to each other player"},
        ),
    ] = True
    bury_excludes_meld: Annotated[
        bool,
        says(
            "what may be buried",
            "Cards of his meld may not be buried, unless he has too few others.",
            words={"yes": "cards outside the meld", "no": "any card"},
        ),
    ] = True
    buried_points_to: Annotated[
        Literal["bidder", "nobody"],
        says(
            "buried points",
            "Who gets the trick points of the cards buried; they are no trick.",
            words={"bidder": "the bidder's", "nobody": "nobody's"},
        ),
    ] = "bidder"


class Stock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Drawing from the stock after each trick."""

    dix_turned: Annotated[
        bool, says("nine turned up", "The dealer scores a dix when the turned card is a nine.", words=_SCORES)
    ] = False
    dix_exchange: Annotated[
        bool,
        says(
            "dix for the turned card",
            "The winner of a trick may show a nine of trump and scores a dix for each, beside any other meld; the "
            "first nine shown is exchanged for the turned card.",
            words={"yes": "may be exchanged", "no": "no exchange"},
        ),
    ] = False
    melds_per_trick: Annotated[
        int, whole(0, 9, "melds for a trick won", "How many melds a trick won allows.", zero="as many as held")
    ] = 1
    meld_before_draw: Annotated[
        bool,
        says(
            "melding and drawing",
            "The winner of a trick melds before or after he draws.",
            words={"yes": "meld, then draw", "no": "draw, then meld"},
        ),
    ] = True


class Passing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards passed between the bidder and his partner."""

    count: Annotated[int, whole(0, 30, "cards passed", "Cards passed each way, before meld is laid.", zero="none")] = 0
    order: Annotated[
        Literal["partner-first"], says("who passes first", "The partner gives first, then the bidder gives back.")
    ] = "partner-first"
    may_return_received: Annotated[
        bool,
        says(
            "cards given back",
            "The bidder may give back cards just received.",
            words={"yes": "any, those just received too", "no": "only his own"},
        ),
    ] = True
