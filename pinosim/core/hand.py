"""A whole hand, stage by stage: deal, redeal right, auction, kitty, trump, partner, passing, meld, tricks, settlement.

Each stage is a function of its own file; a rule set switches on those it has. Games with a stock and no auction take
another way (`two_handed`).
"""

from __future__ import annotations

from pinosim.core import columns as C
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.auction import run_auction
from pinosim.core.bidding import name_trump, plan_bids
from pinosim.core.bids import NO_BID
from pinosim.core.contract import clear_story, finish_hand, take_kitty
from pinosim.core.convention import note_claims
from pinosim.core.dealing import LANES, WORDS, deal_block
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, count_cards, unit_mask
from pinosim.core.meld import hand_melds
from pinosim.core.policy import KIND, KIND_RANDOM
from pinosim.core.random import ATTEMPT, STREAM_PLAY, philox_lanes
from pinosim.core.redeal import may_redeal
from pinosim.core.table import FIRST_PLAY_WORD, PLAY_LANES
from pinosim.core.two_handed import play_two_handed

MAX_REDEALS = 1000  # a redeal right that comes up this often in a row is a fault of the rule set, not chance
_NO_AUCTION = 0


@kernel
def fill_words(n_words, attempt, first, n, seed, words):
    """Make the random words of `n <= PLAY_LANES` hands, for policies that draw lots."""
    blocks = (n_words + WORDS - 1) // WORDS
    for block in range(blocks):
        philox_lanes(block, STREAM_PLAY + ATTEMPT * attempt, first, n, seed, words[WORDS * block : WORDS * (block + 1)])


@kernel
def draws_lots(policies):
    """Tell whether any seat needs random words."""
    for seat in range(policies.shape[0]):
        if policies[seat, KIND] == KIND_RANDOM:
            return True
    return False


@kernel
def bid_hand(dealer, policies, words, lane, book, units, desk, story):
    """Hold the auction and name trump: fills row AUCTION and gives trump (-1: none may be named)."""
    rules = book.rules
    seats = desk[K.SEATS]
    plan_bids(
        seats, desk[K.MELDS :], policies, words, lane, rules, units, desk[K.FEATURES], desk[K.CEILINGS], desk[K.TRUMPS]
    )
    note_claims(seats, desk[K.MELDS :], policies, rules, units, desk[K.CEILINGS], desk[K.CLAIMS])
    first = (dealer + 1) % rules[S.PLAYERS]
    run_auction(desk[K.CEILINGS], desk[K.CLAIMS], policies, first, NO_BID, -1, 0, 0, rules, desk[K.AUCTION], story)
    bidder = desk[K.AUCTION, 0]
    if bidder < 0:
        return -1
    return name_after_auction(bidder, policies, words, lane, book, units, desk, story)


@kernel
def name_after_auction(bidder, policies, words, lane, book, units, desk, story):
    """Give the trump the bidder names: as he planned, or after a look at the kitty where it comes first."""
    rules = book.rules
    if rules[S.KITTY_SIZE] == 0 or rules[S.KITTY_BEFORE_TRUMP] == 0:
        return desk[K.TRUMPS, bidder]
    take_kitty(bidder, rules, desk[K.SEATS])
    melds = desk[K.SPARE]
    hand = desk[K.SEATS, bidder]
    hand_melds(hand, rules, book.suit_table, book.around_table, melds)
    trump, _ = name_trump(hand, melds, policies[bidder], words[2 * bidder, lane], rules, units, desk[K.FEATURES])
    return trump


@kernel
def count_aces(hand, rules):
    """Count the aces in a hand."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    aces = 0
    for suit in range(4):
        aces += (hand >> ((suit * n_ranks + n_ranks - 1) * width)) & bits(width)
    return aces


@kernel
def throws_in(attempt, dealer, book, desk):
    """Work out all melds and begin row COLUMN; True: a hand in row SEATS is thrown in, and the cards dealt again."""
    column = desk[K.COLUMN]
    rules = book.rules
    redeal_seat = -1
    for seat in range(rules[S.PLAYERS]):
        hand = desk[K.SEATS, seat]
        hand_melds(hand, rules, book.suit_table, book.around_table, desk[K.MELDS + seat])
        if redeal_seat < 0 and may_redeal(hand, desk[K.MELDS + seat], rules):
            redeal_seat = seat
    if attempt == 0:
        column[C.REDEAL_SEAT] = redeal_seat
        for suit in range(4):
            column[C.MELD_S + suit] = desk[K.MELDS + 0, suit]
    column[C.REDEALS] = attempt
    column[C.DEALER] = dealer
    return redeal_seat >= 0


@kernel
def note_contract(bidder, trump, rules, units, desk):
    """Fill the part of row COLUMN that tells of the auction and of the bidder's hand as dealt."""
    column = desk[K.COLUMN]
    hand = desk[K.DEALT, bidder]
    stride = rules[S.N_RANKS] * rules[S.WIDTH]
    column[C.BIDDER] = bidder
    column[C.BID] = desk[K.AUCTION, 1]
    column[C.FORCED] = desk[K.AUCTION, 2]
    column[C.CALLS] = desk[K.AUCTION, 3]
    column[C.TRUMP] = trump
    column[C.BIDDER_MELD] = desk[K.MELDS + bidder, trump] if trump >= 0 else 0
    column[C.BIDDER_TRUMPS] = (
        count_cards(hand & (bits(stride) << (trump * stride)), units, rules[S.WIDTH]) if trump >= 0 else 0
    )
    column[C.BIDDER_ACES] = count_aces(hand, rules)


@kernel
def note_result(desk):
    """Fill the part of row COLUMN that tells of the settlement."""
    for row in range(C.RESULT_FROM, C.N_COLUMNS):
        desk[K.COLUMN, row] = desk[K.RESULT, row - C.RESULT_FROM]


@kernel
def play_one(dealer, attempt, policies, words, lane, book, units, desk, story):
    """Bid, play and settle the hand in row SEATS and fill row COLUMN; False: it must be dealt again."""
    rules = book.rules
    if throws_in(attempt, dealer, book, desk):
        return False
    if rules[S.AUCTION_KIND] == _NO_AUCTION:
        clear_story(story)
        trump = play_two_handed(dealer, policies, words, lane, book, units, desk, story)
        bidder = (dealer + 1) % rules[S.PLAYERS]
        desk[K.AUCTION][:] = 0
        story[T.N_CALLS] = 0
    else:
        trump = bid_hand(dealer, policies, words, lane, book, units, desk, story)
        bidder = desk[K.AUCTION, 0]
        if bidder < 0:
            return False
    note_contract(bidder, trump, rules, units, desk)
    if rules[S.AUCTION_KIND] != _NO_AUCTION:
        finish_hand(bidder, desk[K.AUCTION, 1], trump, dealer, policies, words, lane, book, units, desk, story)
    note_result(desk)
    return True


@kernel
def dealer_of(number, attempt, rules):
    """Give the seat that deals a numbered deal, after so many redeals."""
    return (number + attempt if rules[S.REDEAL_NEXT_DEALER] != 0 else number) % rules[S.PLAYERS]


@kernel
def words_needed(rules):
    """Count the random words of a hand: those of bidding and passing, one a card played, one a card of the stock."""
    return FIRST_PLAY_WORD + rules[S.PLAYERS] * rules[S.TRICKS] + rules[S.STOCK_SIZE]


@kernel
def play_deal(dealing, policies, book, seed, number, dealt, lots, words, lane, units, scratch):
    """Play the deal in `dealt` (one row of hands), with its redeals; False: given up after `MAX_REDEALS`."""
    rules = book.rules
    places = dealing.capacities.shape[0]
    desk = scratch.desk
    again = scratch.hands[LANES]
    for attempt in range(MAX_REDEALS + 1):
        if attempt > 0:
            deal_block(
                dealing, rules[S.N_RANKS], rules[S.WIDTH], seed, attempt, number, 1, scratch.deal, scratch.hands[LANES:]
            )
            dealt = again
            words = scratch.spare_words
            lane = 0
            if lots:
                fill_words(words_needed(rules), attempt, number, 1, seed, words)
        for place in range(places):
            desk[K.DEALT, place] = dealt[place]
            desk[K.SEATS, place] = dealt[place]
        dealer = dealer_of(number, attempt, rules)
        if play_one(dealer, attempt, policies, words, lane, book, units, desk, scratch.story):
            return True
    for row in range(C.N_COLUMNS):
        desk[K.COLUMN, row] = -1
    return False


@kernel
def play_hands(dealing, policies, book, seed, first, scratch, out):
    """Play whole hands, as many as `out` has rows, numbered from `first`.

    Parameters
    ----------
    dealing : Dealing
        What is dealt.
    policies : int64 array, shape (players, N_POLICY)
        Who decides at each seat.
    book : Book
    seed : uint64
    first : int64
        Number of the first deal; deal d is dealt by seat d % players.
    scratch : Scratch
    out : int32 array, shape (N_COLUMNS, n)
        Receives one column a hand; its rows are named in `columns`.

    Returns
    -------
    int64
        Number of hands that were given up after `MAX_REDEALS` redeals, their column filled with -1: 0 with sane rules.
    """
    rules = book.rules
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    units = unit_mask(4 * n_ranks, width)
    lots = draws_lots(policies) or rules[S.STOCK_SIZE] > 0
    column = scratch.desk[K.COLUMN]
    given_up = 0
    total = out.shape[1]
    for start in range(0, total, LANES):
        n = min(LANES, total - start)
        deal_block(dealing, n_ranks, width, seed, 0, first + start, n, scratch.deal, scratch.hands)
        for i in range(n):
            number = first + start + i
            lane = i % PLAY_LANES
            if lots and lane == 0:
                fill_words(words_needed(rules), 0, number, min(PLAY_LANES, n - i), seed, scratch.words)
            if not play_deal(
                dealing, policies, book, seed, number, scratch.hands[i], lots, scratch.words, lane, units, scratch
            ):
                given_up += 1
            for row in range(C.N_COLUMNS):
                out[row, start + i] = column[row]
    return given_up
