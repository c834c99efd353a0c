"""How the `expert` player plays: by trying each card it might play in many worlds.

It deals the hidden cards many times over, as they may lie by all it knows (`worlds`) and has heard (`expert_hearing`),
and plays each card to the end of the hand in each of these worlds, all seats playing as `hard`; near the end it counts
besides what each card brings with open cards (`expert_endings`).

What counts is the score of the hand, its own side's less the others': once the bid is safe or lost that is points, and
before that it is mostly the contract. All cards are tried in the same worlds. Equal cards are tried once.
"""

from __future__ import annotations

from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.contract import score_hand
from pinosim.core.expert_endings import judge_with_open_cards, near_the_end
from pinosim.core.expert_hearing import deal_heard_world, hear_at_play
from pinosim.core.expert_knowledge import add_gain, best_option, imitate, know_conventions
from pinosim.core.hard_knowledge import look_round
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, card_at, count_cards, lowest_bit, present, suit_of
from pinosim.core.legal import legal_cards, points_of
from pinosim.core.playing import play_cards, seat_to_play
from pinosim.core.policy import OPEN_SAMPLES, OPEN_SHARE, PLAY_SAMPLES
from pinosim.core.random import STREAM_WORLDS
from pinosim.core.settling import scores_against
from pinosim.core.worlds import plan_worlds

STREAM_PLAYING = STREAM_WORLDS + 3
WHOLE = 100  # what a card brings is counted in hundredths of a point


@kernel
def list_cards(legal, unseen, rules, units, options):
    """List the cards to be tried, weakest first, and give their number.

    Of cards of a suit with the same points, and nothing unseen from one up to the other, the weakest stands for all.
    """
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    n = 0
    last = -1
    marks = present(legal, units, width)
    while marks != 0:
        card = card_at(lowest_bit(marks), width)
        marks &= marks - 1
        equal = False
        if last >= 0 and suit_of(last, n_ranks) == suit_of(card, n_ranks):
            between = bits((card + 1) * width) & ~bits((last + 1) * width)
            equal = unseen & between == 0 and points_of(card, rules) == points_of(last, rules)
        if not equal:
            options[n] = card
            n += 1
        last = card
    return n


@kernel
def look_for_worlds(seat, hand, rules, units, desk, story, plan):
    """Write down what a seat that is to play knows; give cards to deal and places: `(n, n_places)`."""
    players = rules[S.PLAYERS]
    width = rules[S.WIDTH]
    table = desk[K.TRICK]
    contract = desk[K.CONTRACT]
    left = rules[S.TRICKS] - table[H.TRICK_NUMBER]
    n_places = players
    hidden = table[H.UNPLAYED]
    if rules[S.BURY_COUNT] > 0 and seat != contract[H.BIDDER]:
        # cards laid away, which the bidder alone knows
        n_places = players + 1
        hidden += story[T.BURIED]
        plan[K.SLOTS_OF, players] = rules[S.BURY_COUNT]
        plan[K.SURE_OF, players] = 0
        plan[K.MAY_HOLD, players] = bits(4 * rules[S.N_RANKS] * width)
    pool = look_round(
        seat, hand, hidden, left, table[H.POSITION], table[H.LEADER], contract[H.PAIR], rules, units, desk
    )
    for other in range(players):
        slots = desk[K.SLOTS, other]
        sure = desk[K.SURE, other]
        if slots < 0:
            # more meld shown than there are cards left: some of it was laid away
            slots += count_cards(sure, units, width)
            pool += sure
            sure = 0
        plan[K.SLOTS_OF, other] = slots
        plan[K.SURE_OF, other] = sure
        plan[K.MAY_HOLD, other] = desk[K.POSSIBLE, other]
    return plan_worlds(pool, n_places, rules, units, plan), n_places


@kernel
def set_up_contract(seat, policies, rules, desk, study):
    """Copy to the second table what stays the same while a card is thought about; all seats are to play as this one."""
    inner = study.desk
    for place in range(H.N_CONTRACT):
        inner[K.CONTRACT, place] = desk[K.CONTRACT, place]
    for other in range(rules[S.PLAYERS]):
        inner[K.LAID, other] = desk[K.LAID, other]
        inner[K.DIX, other] = desk[K.DIX, other]
    imitate(policies[seat], rules[S.PLAYERS], study.minds)
    know_conventions(policies, rules[S.PLAYERS], study.minds)


@kernel
def set_up_table(seat, hand, rules, desk, study):
    """Copy the table, with the hands of the world in row DEALT of the second one."""
    inner = study.desk
    pair = desk[K.CONTRACT, H.PAIR]
    told = K.TOLD if (pair >> seat) & 1 != 0 else K.KNOWN
    if rules[S.BURY_COUNT] > 0 and seat != desk[K.CONTRACT, H.BIDDER]:
        inner[K.CONTRACT, H.BURIED] = inner[K.DEALT, rules[S.PLAYERS]]
    unplayed = 0
    for other in range(rules[S.PLAYERS]):
        cards = hand if other == seat else inner[K.DEALT, other]
        inner[K.SEATS, other] = cards
        unplayed += cards
        inner[K.KNOWN, other] = desk[K.KNOWN, other]
        inner[K.TOLD, other] = desk[told, other]
        inner[K.POSSIBLE, other] = desk[K.POSSIBLE, other]
        inner[K.POINTS, other] = desk[K.POINTS, other]
        inner[K.TRICKS, other] = desk[K.TRICKS, other]
    for place in range(H.N_TRICK):
        inner[K.TRICK, place] = desk[K.TRICK, place]
    inner[K.TRICK, H.UNPLAYED] = unplayed


@kernel
def try_card(seat, card, hand, words, lane, rules, units, desk, study):
    """Play a card in the world dealt, and all others after it; give this seat's score less that of the others."""
    set_up_table(seat, hand, rules, desk, study)
    inner = study.desk
    until = rules[S.PLAYERS] * rules[S.TRICKS]
    play_cards(
        card, until, study.minds, words, lane, rules, units, inner, study.story[T.PLAYED : T.PLAYED + T.MAX_PLAYED]
    )
    score_hand(rules, inner)
    ours, theirs = scores_against(seat, rules, inner)
    return ours - theirs


@kernel
def try_options(seat, hand, n_options, open_share, words, lane, rules, units, desk, story, study):
    """Fill row WORTHS of the plan: what each card in row OPTIONS brings in the world dealt, in hundredths of a point.

    Parameters
    ----------
    seat, hand : int64
        Whose turn it is.
    n_options : int64
    open_share : int64
        Percent by which the value with open cards counts.
    words, lane, rules, units
        As in `playing.play_cards`.
    desk, story : int64 arrays
        The hand at play.
    study : Study
    """
    worths = study.plan[K.WORTHS]
    share = 0
    if open_share > 0:
        set_up_table(seat, hand, rules, desk, study)
        if judge_with_open_cards(seat, n_options, rules, desk, story, study):
            share = open_share
    for i in range(n_options):
        worth = share * worths[i] if share > 0 else 0
        if share < WHOLE:
            worth += (WHOLE - share) * try_card(
                seat, study.plan[K.OPTIONS, i], hand, words, lane, rules, units, desk, study
            )
        worths[i] = worth


@kernel
def how_to_try(left, policy, rules):
    """Give how many worlds cards are tried in with so many left, and the share of their value with open cards."""
    if near_the_end(left, policy, rules):
        return policy[OPEN_SAMPLES], policy[OPEN_SHARE]
    return policy[PLAY_SAMPLES], 0


@kernel
def put_habit_in(habit, n, n_ranks, options):
    """Let the card that `hard` plays stand for those equal to it; give its place in the list."""
    place = 0
    for i in range(n):
        if options[i] <= habit and suit_of(options[i], n_ranks) == suit_of(habit, n_ranks):
            place = i
    options[place] = habit
    return place


@kernel
def expert_card(policies, words, lane, book, units, desk, story, study):
    """Card to play for the seat whose turn it is.

    Parameters
    ----------
    policies, words, lane, book, units
        As in `contract.finish_hand`.
    desk : int64 array, shape (N_ROWS, ROW)
        The table; of the hands of other seats nothing is used but the sum, which is known to all.
    story : int64 array, shape (N_STORY,)
        The calls, cards passed where this seat knows them, cards played.
    study : Study
        Is written over.
    """
    rules = book.rules
    n_ranks = rules[S.N_RANKS]
    seat = seat_to_play(rules[S.PLAYERS], desk)
    hand = desk[K.SEATS, seat]
    table = desk[K.TRICK]
    trump = desk[K.CONTRACT, H.TRUMP]
    legal = legal_cards(hand, table[H.LED], table[H.BEST], table[H.BEST_LED], trump, rules)
    plan = study.plan
    options = plan[K.OPTIONS]
    unseen = table[H.UNPLAYED] - hand
    if rules[S.BURY_COUNT] > 0 and seat != desk[K.CONTRACT, H.BIDDER]:
        unseen += story[T.BURIED]
    n_options = list_cards(legal, unseen, rules, units, options)
    if n_options == 1:
        return options[0]
    n, n_places = look_for_worlds(seat, hand, rules, units, desk, story, plan)
    set_up_contract(seat, policies, rules, desk, study)
    heard = hear_at_play(seat, rules, desk, story, study)
    samples, open_share = how_to_try(rules[S.TRICKS] - table[H.TRICK_NUMBER], policies[seat], rules)
    turn = table[H.TURN]
    habit = 0
    plan[K.TOTALS, :n_options] = 0
    plan[K.SQUARES, :n_options] = 0
    for sample in range(samples):
        deal_heard_world(
            seat, n, n_places, STREAM_PLAYING, turn, sample, heard, words, lane, desk[K.ADDRESS], book, units, study
        )
        if sample == 0:
            # `hard` sees no more than this seat does, so its card is the same in every world
            set_up_table(seat, hand, rules, desk, study)
            play_cards(
                -1, turn + 1, study.minds, words, lane, rules, units, study.desk,
                study.story[T.PLAYED : T.PLAYED + T.MAX_PLAYED],
            )  # fmt: skip
            habit = put_habit_in(study.story[T.PLAYED + turn], n_options, n_ranks, options)
        try_options(seat, hand, n_options, open_share, words, lane, rules, units, desk, story, study)
        for i in range(n_options):
            add_gain(i, plan[K.WORTHS, i] - plan[K.WORTHS, habit], plan)
    return options[best_option(habit, n_options, samples, 0, plan)]
