/* Yardsticks in C: how fast the jobs of the kernels can be done on this machine by one thread.
 *
 *   shuffle N   deal 48 cards by shuffling an array (xoshiro256**), meld of 4 hands under 4 trumps by table
 *   shuffle80 N the same with 80 cards
 *   lanes N     deal 48 cards one by one in 32 lanes of 16-bit suit masks, the same melds
 *   lanes80 N   the same with 80 cards
 *   tricks N    deal 48 cards and play 12 tricks of uniform random legal cards, duties of family250
 *
 * Prints seconds, and a checksum: a mean that tests of the kernels know as well, so that no yardstick measures nonsense.
 * Hands are the kernels' own: a field of 2 bits a card (3 with 80 cards), 6 ranks a suit (5), suits S H D C.
 */
#ifdef __BMI2__
#include <immintrin.h>
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SEATS 4
#define LANES 32
#define MAX_CARDS 80

typedef struct {
    int ranks, width, copies, cards, hand_size, double_deck;
} Deck;

static const Deck SINGLE = {6, 2, 2, 48, 12, 0};
static const Deck DOUBLE = {5, 3, 4, 80, 20, 1};

/* ---- random numbers: xoshiro256** (Blackman and Vigna, public domain) */

static uint64_t state[4];

static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next64(void) {
    uint64_t result = rotl(state[1] * 5, 7) * 9, t = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = rotl(state[3], 45);
    return result;
}

static void seed_with(uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        uint64_t z = (seed += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        state[i] = z ^ (z >> 31);
    }
}

/* One 64-bit word gives two draws of 32 bits. */
static inline uint32_t below(uint32_t word, uint32_t n) { return (uint32_t)(((uint64_t)word * n) >> 32); }

/* ---- meld by table: an entry a suit, the copies of J Q K A as thermometers of 4 bits, so that AND finds the least */

static int64_t table[1 << 15]; /* thermometers, points as plain suit << 16, gain as trump << 32 */
static int32_t around[2][256]; /* jacks and queens, kings and aces */
static int32_t pinochle[16];

static int least(int a, int b) { return a < b ? a : b; }

static void fill_tables(const Deck *deck) {
    static const int runs[2][5] = {{0, 150, 1500}, {0, 15, 150, 300, 600}};
    static const int royals[2][5] = {{0, 40, 80}, {0, 4, 8, 12, 16}};
    static const int pays[2][4][5] = {
        {{0, 40, 400}, {0, 60, 600}, {0, 80, 800}, {0, 100, 1000}},
        {{0, 4, 40, 80, 160}, {0, 6, 60, 120, 240}, {0, 8, 80, 160, 320}, {0, 10, 100, 200, 400}},
    };
    static const int pinochles[2][5] = {{0, 40, 300}, {0, 4, 30, 60, 120}};
    int kind = deck->double_deck, field = (1 << deck->width) - 1;
    for (int low = 0; low <= 4; low++) {
        pinochle[(1 << low) - 1] = pinochles[kind][low];
        for (int high = 0; high <= 4; high++)
            for (int pair = 0; pair < 2; pair++)
                around[pair][((1 << low) - 1) | (((1 << high) - 1) << 4)] = pays[kind][2 * pair][low] + pays[kind][2 * pair + 1][high];
    }
    for (int mask = 0; mask < 1 << (deck->ranks * deck->width); mask++) {
        int n[6] = {0}, legal = 1; /* 9 J Q K T A */
        for (int rank = 0; rank < deck->ranks; rank++) {
            n[6 - deck->ranks + rank] = (mask >> (rank * deck->width)) & field;
            legal &= n[6 - deck->ranks + rank] <= deck->copies;
        }
        if (!legal) continue;
        int royal = least(n[2], n[3]);
        int run = least(least(least(n[5], n[4]), royal), n[1]);
        int trump = runs[kind][run] + n[0] * 10;
        if (kind)
            trump += royals[kind][royal - run];
        else if (run == 0)
            trump += royals[kind][royal];
        else if (run == 1)
            trump += n[3] > 1 && n[2] > 1 ? 80 : n[3] > 1 || n[2] > 1 ? 40 : 0;
        int64_t plain = royal * (kind ? 2 : 20);
        table[mask] = ((1 << n[1]) - 1) | ((1 << n[2]) - 1) << 4 | ((1 << n[3]) - 1) << 8 | ((1 << n[5]) - 1) << 12 |
                      plain << 16 | (trump - plain) << 32;
    }
}

/* The melds of a hand under the four trumps; returns their sum, which the checksum adds up. */
static inline int64_t melds_of(unsigned s, unsigned h, unsigned d, unsigned c, int32_t *melds) {
    int64_t S = table[s], H = table[h], D = table[d], C = table[c], both = S & H & D & C;
    int32_t base = (int32_t)((((S & 0xFFFF0000) + (H & 0xFFFF0000)) + ((D & 0xFFFF0000) + (C & 0xFFFF0000))) >> 16) +
                   pinochle[(S >> 4) & D & 15] + around[0][both & 255] + around[1][(both >> 8) & 255];
    melds[0] = base + (int32_t)(S >> 32);
    melds[1] = base + (int32_t)(H >> 32);
    melds[2] = base + (int32_t)(D >> 32);
    melds[3] = base + (int32_t)(C >> 32);
    return (int64_t)melds[0] + melds[1] + melds[2] + melds[3];
}

/* ---- (a) shuffle an array of cards, each the bit that it adds to a hand; the last hand is what is left */

static inline __attribute__((always_inline)) void shuffle(uint64_t *cards, const int n, const int kept) {
    for (int i = n; i > kept; i -= 2) { /* kept is even: one 64-bit word gives two draws */
        uint64_t word = next64();
        uint32_t j = below((uint32_t)word, (uint32_t)i), k = below((uint32_t)(word >> 32), (uint32_t)i - 1);
        uint64_t card = cards[i - 1];
        cards[i - 1] = cards[j];
        cards[j] = card;
        card = cards[i - 2];
        cards[i - 2] = cards[k];
        cards[k] = card;
    }
}

static inline __attribute__((always_inline)) double run_shuffle(long n, const Deck deck, int64_t *sum) {
    static uint64_t cards[MAX_CARDS];
    static int32_t melds[SEATS][4];
    const int stride = deck.ranks * deck.width;
    const uint64_t suit = (1u << stride) - 1;
    uint64_t all = 0;
    for (int i = 0; i < deck.cards; i++) all += cards[i] = 1ULL << (i / deck.copies * deck.width);
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        uint64_t hands[SEATS] = {all, 0, 0, 0};
        shuffle(cards, deck.cards, deck.hand_size);
        for (int seat = 1; seat < SEATS; seat++) {
            for (int j = 0; j < deck.hand_size; j++) hands[seat] += cards[seat * deck.hand_size + j];
            hands[0] -= hands[seat];
        }
        for (int seat = 0; seat < SEATS; seat++) {
            uint64_t hand = hands[seat];
            total += melds_of(hand & suit, (hand >> stride) & suit, (hand >> (2 * stride)) & suit, hand >> (3 * stride), melds[seat]);
        }
    }
    *sum = total;
    return (double)total / ((double)n * 16);
}

/* ---- (b) cards given out one by one, many deals side by side */

typedef uint32_t Words __attribute__((vector_size(4 * LANES)));
typedef uint16_t Lanes __attribute__((vector_size(2 * LANES)));
static Words lane_state[4];

static inline Words next_lanes(void) { /* xoshiro128++, one a lane */
    Words a = lane_state[0], b = lane_state[1], c = lane_state[2], d = lane_state[3];
    Words x = a + d, t = b << 9, out = ((x << 7) | (x >> 25)) + a;
    c ^= a;
    d ^= b;
    lane_state[1] = b ^ c;
    lane_state[0] = a ^ d;
    lane_state[2] = c ^ t;
    lane_state[3] = (d << 11) | (d >> 21);
    return out;
}

/* A draw below `range` in each lane from 16 random bits: unbiased enough for a yardstick. */
static inline Lanes draw_lanes(const uint16_t *bits, uint16_t range) {
    Lanes draw;
    for (int l = 0; l < LANES; l++) draw[l] = (uint16_t)(((uint32_t)bits[l] * range) >> 16);
    return draw;
}

static inline __attribute__((always_inline)) double run_lanes(long n, const Deck deck, int64_t *sum) {
    static int32_t melds[SEATS][4];
    unsigned full = 0;
    for (int rank = 0; rank < deck.ranks; rank++) full |= (unsigned)deck.copies << (rank * deck.width);
    for (int i = 0; i < 4; i++)
        for (int l = 0; l < LANES; l++) lane_state[i][l] = (uint32_t)next64();
    int64_t total = 0;
    for (long i = 0; i < n; i += LANES) {
        Lanes masks[SEATS - 1][4], left[SEATS - 1];
        for (int seat = 0; seat < SEATS - 1; seat++) left[seat] = (Lanes){0} + (uint16_t)deck.hand_size;
        int remaining = deck.cards;
        for (int suit = 0; suit < 4; suit++) {
            Lanes mine[SEATS - 1] = {{0}};
            for (int rank = 0; rank < deck.ranks; rank++) {
                const uint16_t one = (uint16_t)(1 << (rank * deck.width));
                for (int copy = 0; copy < deck.copies; copy += 2) {
                    Words words = next_lanes();
                    uint16_t bits[2 * LANES];
                    memcpy(bits, &words, sizeof bits);
                    for (int half = 0; half < 2; half++) {
                        Lanes draw = draw_lanes(bits + half * LANES, (uint16_t)remaining);
                        for (int seat = 0; seat < SEATS - 1; seat++) {
                            Lanes room = left[seat], take = (Lanes)(draw < room); /* all ones where taken */
                            mine[seat] += take & one;
                            left[seat] = room + take;
                            draw -= room; /* below zero is huge: no later seat takes the card too */
                        }
                        remaining--;
                    }
                }
            }
            for (int seat = 0; seat < SEATS - 1; seat++) masks[seat][suit] = mine[seat];
        }
        for (int l = 0; l < LANES; l++) {
            unsigned last[4] = {full, full, full, full};
            for (int seat = 0; seat < SEATS - 1; seat++) {
                unsigned s = masks[seat][0][l], h = masks[seat][1][l], d = masks[seat][2][l], c = masks[seat][3][l];
                last[0] -= s;
                last[1] -= h;
                last[2] -= d;
                last[3] -= c;
                total += melds_of(s, h, d, c, melds[seat]);
            }
            total += melds_of(last[0], last[1], last[2], last[3], melds[SEATS - 1]);
        }
    }
    *sum = total;
    return (double)total / ((double)n * 16);
}

/* ---- (c) deal and play random legal cards */

static const uint64_t UNITS = 0x555555555555ULL;

static inline uint64_t legal_cards(uint64_t hand, int led, int best, int best_led, int trump) {
    const uint64_t suit = 0xFFF;
    uint64_t follow = hand & (suit << (12 * led));
    if (follow) {
        if (best == best_led) {
            uint64_t higher = follow & ~((1ULL << (2 * (best_led + 1))) - 1);
            if (higher) return higher;
        }
        return follow;
    }
    uint64_t trumps = hand & (suit << (12 * trump));
    if (!trumps) return hand;
    if (best != best_led) {
        uint64_t higher = trumps & ~((1ULL << (2 * (best + 1))) - 1);
        if (higher) return higher;
    }
    return trumps;
}

static inline int pick(uint64_t cards, uint32_t word) {
    uint64_t copies = cards | ((cards >> 1) & UNITS); /* as many bits as copies */
    int n = (int)below(word, (uint32_t)__builtin_popcountll(copies));
#ifdef __BMI2__
    copies = _pdep_u64(1ULL << n, copies);
#else
    while (n--) copies &= copies - 1;
#endif
    return __builtin_ctzll(copies) >> 1;
}

static double run_tricks(long n, int64_t *sum) {
    static uint64_t cards[48];
    static const int counters[6] = {0, 0, 0, 10, 10, 10};
    for (int i = 0; i < 48; i++) cards[i] = 1ULL << (i / 2 * 2);
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        uint64_t hands[4] = {0};
        shuffle(cards, 48, 12);
        for (int j = 0; j < 48; j++) hands[j / 12] += cards[j];
        int trump = (int)(i & 3), leader = 0, mine = 0;
        for (int trick = 0; trick < 12; trick++) {
            int led = 0, best = -1, best_led = -1, winner = leader, points = trick == 11 ? 10 : 0;
            uint64_t word = 0;
            for (int place = 0; place < 4; place++) {
                int seat = (leader + place) & 3;
                uint64_t legal = place ? legal_cards(hands[seat], led, best, best_led, trump) : hands[seat];
                word = place & 1 ? word >> 32 : next64();
                int card = pick(legal, (uint32_t)word), suit = card / 6;
                hands[seat] -= 1ULL << (2 * card);
                points += counters[card - 6 * suit];
                if (place == 0) {
                    led = suit;
                    best = best_led = card;
                } else if (suit == led) {
                    if (card > best_led) {
                        if (best == best_led) {
                            best = card;
                            winner = seat;
                        }
                        best_led = card;
                    }
                } else if (suit == trump && (best / 6 != trump || card > best)) {
                    best = card;
                    winner = seat;
                }
            }
            leader = winner;
            if (!(leader & 1)) mine += points;
        }
        total += mine;
    }
    *sum = total;
    return (double)total / (double)n;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s shuffle|shuffle80|lanes|lanes80|tricks N\n", argv[0]);
        return 2;
    }
    long n = atol(argv[2]) / LANES * LANES;
    int64_t sum = 0;
    double mean = 0;
    int wide = strstr(argv[1], "80") != NULL;
    seed_with(1);
    fill_tables(wide ? &DOUBLE : &SINGLE);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (!strcmp(argv[1], "shuffle")) mean = run_shuffle(n, SINGLE, &sum);
    else if (!strcmp(argv[1], "shuffle80")) mean = run_shuffle(n, DOUBLE, &sum);
    else if (!strcmp(argv[1], "lanes")) mean = run_lanes(n, SINGLE, &sum);
    else if (!strcmp(argv[1], "lanes80")) mean = run_lanes(n, DOUBLE, &sum);
    else if (!strcmp(argv[1], "tricks")) mean = run_tricks(n, &sum);
    else return 2;
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.6f %.6f %ld\n", (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec), mean, n);
    return 0;
}
