// SPDX-License-Identifier: GPL-3.0-or-later
// The search of opponents/engine once more, two hundred times as fast: for the ladder alone. It stays
// because the steps between the levels are set by thousands of games, which take minutes with it and
// days without.
//
// A line asks "NODES DEPTH LINES FEN [moves MOVE ...]", a line answers "VALUE MOVE ...;VALUE MOVE ..."
// with the very lines that opponents.engine.search.Search finds (bench.opponents.ladder --check
// compares them). What is done here and in which order is therefore that of search.py,
// evaluation.py and python-chess, and is explained there.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

using U64 = uint64_t;
enum { NONE, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };

struct Move {
    int from = 0, to = 0, promotion = 0;
    bool operator==(const Move &o) const { return from == o.from && to == o.to && promotion == o.promotion; }
    bool none() const { return from == to; }
    std::string uci() const {
        std::string s{char('a' + from % 8), char('1' + from / 8), char('a' + to % 8), char('1' + to / 8)};
        return promotion ? s + " pnbrq"[promotion] : s;
    }
};

static U64 bit(int s) { return 1ULL << s; }
static int msb(U64 b) { return 63 - __builtin_clzll(b); }
static U64 KNIGHTS[64], KINGS[64], PAWNS[2][64], RAND[2][7][64], RAND_CASTLE[64], RAND_EP[64], RAND_TURN;
static const int DIRS[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

static U64 leaps(int s, std::initializer_list<std::array<int, 2>> steps) {
    U64 b = 0;
    for (auto [f, r] : steps) {
        int file = s % 8 + f, rank = s / 8 + r;
        if (file >= 0 && file < 8 && rank >= 0 && rank < 8) b |= bit(rank * 8 + file);
    }
    return b;
}
static U64 slides(int s, U64 occupied, int first, int last) {
    U64 b = 0;
    for (int d = first; d < last; d++)
        for (int f = s % 8 + DIRS[d][0], r = s / 8 + DIRS[d][1]; f >= 0 && f < 8 && r >= 0 && r < 8;
             f += DIRS[d][0], r += DIRS[d][1]) {
            b |= bit(r * 8 + f);
            if (occupied & bit(r * 8 + f)) break;
        }
    return b;
}
static void prepare() {
    U64 seed = 88172645463325252ULL;
    auto next = [&] { seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17; return seed * 2685821657736338717ULL; };
    for (int s = 0; s < 64; s++) {
        KNIGHTS[s] = leaps(s, {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}});
        KINGS[s] = leaps(s, {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}});
        PAWNS[1][s] = leaps(s, {{1, 1}, {-1, 1}});
        PAWNS[0][s] = leaps(s, {{1, -1}, {-1, -1}});
        for (auto &c : RAND) for (auto &k : c) k[s] = next();
        RAND_CASTLE[s] = next();
        RAND_EP[s] = next();
    }
    RAND_TURN = next();
}

struct Board {
    int men[64] = {};  // kind, by square
    U64 kinds[7] = {}, side[2] = {}, castling = 0;
    int turn = 1, ep = -1, halfmoves = 0;

    U64 all() const { return side[0] | side[1]; }
    void put(int s, int kind, int colour) { men[s] = kind; kinds[kind] |= bit(s); side[colour] |= bit(s); }
    void take(int s) {
        kinds[men[s]] &= ~bit(s);
        side[0] &= ~bit(s); side[1] &= ~bit(s);
        men[s] = NONE;
    }
    U64 attackers(int colour, int s, U64 occupied) const {
        return side[colour] & ((KINGS[s] & kinds[KING]) | (KNIGHTS[s] & kinds[KNIGHT]) |
            (slides(s, occupied, 0, 4) & (kinds[ROOK] | kinds[QUEEN])) |
            (slides(s, occupied, 4, 8) & (kinds[BISHOP] | kinds[QUEEN])) | (PAWNS[!colour][s] & kinds[PAWN]));
    }
    int king(int colour) const { return msb(kinds[KING] & side[colour]); }
    bool check() const { return attackers(!turn, king(turn), all()); }
    U64 attacks(int s) const {
        switch (men[s]) {
            case KNIGHT: return KNIGHTS[s];
            case KING: return KINGS[s];
            case BISHOP: return slides(s, all(), 4, 8);
            case ROOK: return slides(s, all(), 0, 4);
            default: return slides(s, all(), 0, 8);
        }
    }
    void push(const Move &m) {
        int kind = men[m.from], was = ep;
        ep = -1;
        halfmoves++;
        bool taken = side[!turn] & bit(m.to);
        if (kind == PAWN || taken) halfmoves = 0;
        castling &= ~bit(m.to) & ~bit(m.from);
        if (kind == KING) castling &= turn ? ~0xffULL : ~(0xffULL << 56);
        if (taken) take(m.to);
        take(m.from);
        if (kind == PAWN) {
            if (m.to - m.from == 16) ep = m.from + 8;
            else if (m.to - m.from == -16) ep = m.from - 8;
            else if (m.to == was && !taken && (m.to - m.from) % 8) take(was + (turn ? -8 : 8));
        }
        if (kind == KING && std::abs(m.to % 8 - m.from % 8) > 1) {
            int rook = m.to > m.from ? m.from / 8 * 8 + 7 : m.from / 8 * 8, beside = m.to > m.from ? m.to - 1 : m.to + 1;
            take(rook);
            put(beside, ROOK, turn);
        }
        put(m.to, m.promotion ? m.promotion : kind, turn);
        turn = !turn;
    }
    void pass() { ep = -1; halfmoves++; turn = !turn; }
    bool safe(const Move &m) const {
        Board after = *this;
        after.push(m);
        return !after.attackers(!turn, after.king(turn), after.all());
    }
    void en_passant(std::vector<Move> &found, U64 to_mask) const {
        if (ep < 0 || !(bit(ep) & to_mask) || (bit(ep) & all())) return;
        U64 capturers = kinds[PAWN] & side[turn] & PAWNS[!turn][ep] & (0xffULL << (turn ? 32 : 24));
        for (; capturers; capturers ^= bit(msb(capturers))) found.push_back({msb(capturers), ep, 0});
    }
    void pseudo(std::vector<Move> &found, U64 from_mask, U64 to_mask) const {
        auto pawn = [&](int from, int to) {
            if (to / 8 == 0 || to / 8 == 7) for (int kind = QUEEN; kind >= KNIGHT; kind--) found.push_back({from, to, kind});
            else found.push_back({from, to, 0});
        };
        U64 own = side[turn], occupied = all();
        for (U64 men_left = own & ~kinds[PAWN] & from_mask; men_left; men_left ^= bit(msb(men_left))) {
            int from = msb(men_left);
            for (U64 to = attacks(from) & ~own & to_mask; to; to ^= bit(msb(to))) found.push_back({from, msb(to), 0});
        }
        if (from_mask & kinds[KING]) {
            int home = king(turn);
            for (U64 rooks = castling & (0xffULL << (turn ? 0 : 56)) & to_mask; rooks; rooks ^= bit(msb(rooks))) {
                int rook = msb(rooks), step = rook < home ? -1 : 1, to = home + 2 * step;
                bool free = true;
                for (int s = home + step; s != rook; s += step) free &= !(occupied & bit(s));
                for (int s = home; s != to + step; s += step) free &= !attackers(!turn, s, occupied ^ bit(home));
                if (free) found.push_back({home, to, 0});
            }
        }
        U64 pawns = kinds[PAWN] & own & from_mask;
        if (!pawns) return;
        for (U64 left = pawns; left; left ^= bit(msb(left)))
            for (U64 to = PAWNS[turn][msb(left)] & side[!turn] & to_mask; to; to ^= bit(msb(to))) pawn(msb(left), msb(to));
        U64 one = turn ? pawns << 8 & ~occupied : pawns >> 8 & ~occupied;
        U64 two = turn ? one << 8 & ~occupied & (0xffffULL << 16) : one >> 8 & ~occupied & (0xffffULL << 32);
        two &= to_mask;
        for (one &= to_mask; one; one ^= bit(msb(one))) pawn(msb(one) + (turn ? -8 : 8), msb(one));
        for (; two; two ^= bit(msb(two))) found.push_back({msb(two) + (turn ? -16 : 16), msb(two), 0});
        en_passant(found, to_mask);
    }
    std::vector<Move> legal(U64 to_mask = ~0ULL) const {
        std::vector<Move> found;
        int home = king(turn);
        U64 checkers = attackers(!turn, home, all());
        if (!checkers) pseudo(found, ~0ULL, to_mask);
        else {
            for (U64 to = KINGS[home] & ~side[turn] & to_mask; to; to ^= bit(msb(to))) found.push_back({home, msb(to), 0});
            int checker = msb(checkers);
            if (bit(checker) == checkers) {
                U64 target = checkers;
                if (men[checker] >= BISHOP && men[checker] <= QUEEN)
                    for (int d = 0; d < 8; d++) {
                        U64 ray = slides(home, all(), d, d + 1);
                        if (ray & checkers) target |= ray;
                    }
                pseudo(found, ~kinds[KING], target & to_mask);
                if (ep >= 0 && !(bit(ep) & target) && ep + (turn ? -8 : 8) == checker) en_passant(found, to_mask);
            }
        }
        std::erase_if(found, [&](const Move &m) { return !safe(m); });
        return found;
    }
    std::vector<Move> captures() const {
        auto found = legal(side[!turn]);
        std::vector<Move> passing;
        en_passant(passing, ~0ULL);
        for (auto &m : passing) if (safe(m)) found.push_back(m);
        return found;
    }
    U64 key() const {
        U64 k = turn ? RAND_TURN : 0;
        for (int c = 0; c < 2; c++) for (U64 b = side[c]; b; b &= b - 1) { int s = __builtin_ctzll(b); k ^= RAND[c][men[s]][s]; }
        for (U64 b = castling; b; b &= b - 1) k ^= RAND_CASTLE[__builtin_ctzll(b)];
        if (ep >= 0) {
            std::vector<Move> passing;
            en_passant(passing, ~0ULL);
            for (auto &m : passing) if (safe(m)) { k ^= RAND_EP[ep]; break; }
        }
        return k;
    }
};

static Board read(const std::string &fen) {
    Board b;
    std::istringstream in(fen);
    std::string men, turn, castling, ep;
    in >> men >> turn >> castling >> ep >> b.halfmoves;
    int s = 56;
    for (char c : men) {
        if (c == '/') s -= 16;
        else if (isdigit(c)) s += c - '0';
        else b.put(s++, int(std::string(" pnbrqk").find(char(tolower(c)))), isupper(c) ? 1 : 0);
    }
    b.turn = turn == "w";
    for (char c : castling) if (c != '-') b.castling |= bit((tolower(c) == 'k' ? 7 : 0) + (isupper(c) ? 0 : 56));
    if (ep != "-") b.ep = (ep[0] - 'a') + 8 * (ep[1] - '1');
    return b;
}

// --- evaluation.py ---------------------------------------------------------------------------------

static const int WORTH[7] = {0, 100, 320, 330, 500, 950, 0};
static double middle(int s) { return 3.5 - std::max(std::fabs(s % 8 - 3.5), std::fabs(s / 8 - 3.5)); }
static double opening(int kind, int s) {
    int file = s % 8, rank = s / 8;
    double central = 3.5 - std::fabs(file - 3.5);
    static const double MID[8] = {-12, -12, 0, 22, 26, 36, 60, 0}, SIDE[8] = {0, 6, 4, 0, 2, 12, 40, 0};
    switch (kind) {
        case PAWN: return file >= 2 && file <= 5 ? (file == 3 || file == 4 ? MID[rank] : 5 * (rank - 1)) : SIDE[rank];
        case KNIGHT: return 13 * middle(s) - 26 + (rank >= 2 && rank <= 4 ? 4 : 0);
        case BISHOP: return 6 * middle(s) - (rank == 0 ? 14 : 4);
        case ROOK: return 4 * central + (rank == 6 ? 20 : 0) - 6;
        case QUEEN: return 2 * middle(s) - (rank == 0 ? 0 : 5);
    }
    return (file == 1 || file == 2 || file == 6 ? 24 : file == 0 || file == 7 ? 14 : -10) - 25 * rank;
}
static double ending(int kind, int s) {
    static const double ROW[8] = {0, 0, 6, 18, 36, 66, 110, 0};
    switch (kind) {
        case PAWN: return ROW[s / 8];
        case KNIGHT: case BISHOP: case QUEEN: return 8 * middle(s) - 12;
        case ROOK: return s / 8 == 6 ? 12 : 0;
    }
    return 14 * middle(s) - 20;
}
struct Tables {
    int of[2][7][64] = {};
    explicit Tables(const Board &b) {
        static const int PHASE[7] = {0, 0, 1, 1, 2, 4, 0};
        int phase = 0;
        for (int k = KNIGHT; k <= QUEEN; k++) phase += PHASE[k] * __builtin_popcountll(b.kinds[k]);
        double share = std::min(phase, 24) / 24.0;
        bool alone[2];
        for (int c = 0; c < 2; c++) alone[c] = b.side[c] == (b.kinds[KING] & b.side[c]);
        for (int c = 0; c < 2; c++)
            for (int k = PAWN; k <= KING; k++)
                for (int s = 0; s < 64; s++) {
                    int seen = c ? s : s ^ 56;
                    double place = share * opening(k, seen) + (1 - share) * ending(k, seen);
                    if (k == KING && alone[0] != alone[1]) {
                        int h = b.king(!c);
                        place += alone[c] ? 30 * middle(s) : -12 * (std::abs(s % 8 - h % 8) + std::abs(s / 8 - h / 8));
                    }
                    of[c][k][s] = WORTH[k] + int(std::nearbyint(place));
                }
    }
    int value(const Board &b) const {
        int total = 0;
        for (int s = 0; s < 64; s++)
            if (b.men[s]) {
                int c = b.side[1] >> s & 1;
                total += c == b.turn ? of[c][b.men[s]][s] : -of[c][b.men[s]][s];
            }
        return total;
    }
    int gain(const Board &b, const Move &m) const {
        int kind = b.men[m.from];
        int gained = of[b.turn][m.promotion ? m.promotion : kind][m.to] - of[b.turn][kind][m.from];
        if (kind == KING && std::abs(m.to % 8 - m.from % 8) > 1) return gained + 40;
        if (b.men[m.to]) gained += of[!b.turn][b.men[m.to]][m.to];
        else if (kind == PAWN && m.to == b.ep && (m.from - m.to) % 8)
            gained += of[!b.turn][PAWN][m.to + (b.turn ? -8 : 8)];
        return gained;
    }
};

// --- search.py -------------------------------------------------------------------------------------

static const int MATE = 30000, WON = 29000, ALL_BELOW = 900, LEAST_GAIN = 150, QUIET = 60, TABLE = 1 << 18;
struct Line { std::vector<Move> moves; int value; };
struct Known { int depth, value, bound; Move best; };
struct Ordered { int gain; Move move; };
struct Stopped {};

struct Search {
    Board root;
    long nodes, seen = 0;
    size_t lines;
    Tables tables;
    std::unordered_set<U64> before, path;
    std::unordered_map<U64, Known> known;
    std::map<int, Move> killers;
    bool deep = false;

    Search(const Board &b, long n, size_t l) : root(b), nodes(n), lines(l), tables(b) {}

    std::vector<Line> run(int depths) {
        int value = tables.value(root);
        std::vector<Ordered> gains;
        for (auto &m : root.legal()) gains.push_back({tables.gain(root, m), m});
        std::sort(gains.begin(), gains.end(), [](auto &a, auto &b) {
            return a.gain != b.gain ? a.gain > b.gain : a.move.uci() < b.move.uci(); });
        std::vector<Line> result;
        for (int depth = 1; depth <= depths && !gains.empty(); depth++) {
            deep = depth > 1;
            std::vector<Line> found;
            std::vector<int> values;
            try {
                for (auto &[gain, move] : gains) {
                    int low = floor(values);
                    Board b = root;
                    b.push(move);
                    int got = -this->value(b, -(value + gain), depth - 1, -MATE, -low, 1);
                    if (values.size() < lines && got > -WON) got = std::max(got, low);
                    Line line{{move}, got};
                    continuation(b, 3, line.moves);
                    values.push_back(got);
                    std::sort(values.rbegin(), values.rend());
                    found.push_back(line);
                }
            } catch (Stopped &) { return result; }
            std::stable_sort(found.begin(), found.end(), [](auto &a, auto &b) { return a.value > b.value; });
            std::vector<Ordered> next;
            for (auto &line : found) next.push_back(*std::find_if(gains.begin(), gains.end(), [&](auto &g) { return g.move == line.moves[0]; }));
            gains = next;
            int best = found[0].value;
            size_t count = found.size();
            found.resize(std::min(found.size(), lines));
            result = found;
            if ((count == 1 && depth >= 4) || (best > WON && MATE - best <= depth)) break;
        }
        return result;
    }
    int floor(const std::vector<int> &values) const {
        if (values.size() >= lines) return values[lines - 1];
        return values.empty() ? -MATE : std::min(values[0], 2 * ALL_BELOW) - ALL_BELOW;
    }
    void continuation(const Board &b, int plies, std::vector<Move> &to) const {
        auto it = known.find(b.key());
        if (!plies || it == known.end() || it->second.best.none()) return;
        to.push_back(it->second.best);
        Board after = b;
        after.push(it->second.best);
        continuation(after, plies - 1, to);
    }
    void count() {
        seen++;
        if (deep && seen >= nodes) throw Stopped{};
    }
    int value(const Board &b, int value, int depth, int alpha, int beta, int ply, bool passed = false) {
        bool check = b.check();
        if (check) depth++;
        if (depth <= 0) return quiet(b, value, alpha, beta);
        count();
        U64 key = b.key();
        if (path.count(key) || before.count(key) || b.halfmoves >= 100) return 0;
        auto it = known.find(key);
        Move first;
        if (it != known.end()) {
            const Known &k = it->second;
            first = k.best;
            if (k.depth >= depth && (k.bound > 0 ? k.value >= beta : k.bound == 0 || k.value <= alpha)) return k.value;
        }
        if (depth >= 3 && value >= beta && !(check || passed) && beta < WON &&
            (b.side[b.turn] & ~b.kinds[PAWN] & ~b.kinds[KING])) {
            Board after = b;
            after.pass();
            if (-this->value(after, -value, depth - 3, -beta, 1 - beta, ply + 1, true) >= beta) return beta;
        }
        auto moves = ordered(b, first, ply);
        if (moves.empty()) return check ? ply - MATE : 0;
        path.insert(key);
        int best = -MATE, low = alpha;
        Move choice = moves[0].move;
        try {
            for (size_t number = 0; number < moves.size(); number++) {
                auto [gain, move] = moves[number];
                int after = -(value + gain);
                bool late = number > 4 && depth >= 3 && !check && gain < QUIET;
                Board next = b;
                next.push(move);
                int got = -this->value(next, after, depth - 1 - late, number ? -low - 1 : -beta, -low, ply + 1);
                if (number && got > low && (late || got < beta)) got = -this->value(next, after, depth - 1, -beta, -low, ply + 1);
                if (got > best) { best = got; choice = move; }
                low = std::max(low, got);
                if (low >= beta) {
                    if (gain < QUIET) killers[ply] = move;
                    break;
                }
            }
        } catch (Stopped &) { path.erase(key); throw; }
        path.erase(key);
        if (known.size() < TABLE) known[key] = {depth, best, best >= beta ? 1 : best <= alpha ? -1 : 0, choice};
        return best;
    }
    std::vector<Ordered> ordered(const Board &b, const Move &first, int ply) {
        std::vector<Ordered> moves;
        auto it = killers.find(ply);
        auto rank = [&](const Move &m) {
            if (it != killers.end() && m == it->second) return 60;
            return !first.none() && m == first ? 100000 : 0;
        };
        for (auto &m : b.legal()) moves.push_back({tables.gain(b, m), m});
        std::stable_sort(moves.begin(), moves.end(), [&](auto &a, auto &c) { return -a.gain - rank(a.move) < -c.gain - rank(c.move); });
        return moves;
    }
    int quiet(const Board &b, int value, int alpha, int beta) {
        count();
        if (value >= beta) return value;
        int best = value;
        alpha = std::max(alpha, value);
        std::vector<Ordered> moves;
        for (auto &m : b.captures()) moves.push_back({tables.gain(b, m), m});
        std::stable_sort(moves.begin(), moves.end(), [](auto &a, auto &c) { return a.gain > c.gain; });
        for (auto &[gained, move] : moves) {
            if (value + gained + LEAST_GAIN <= alpha) break;
            if (gained < WORTH[b.men[move.from]] - QUIET && b.attackers(!b.turn, move.to, b.all())) continue;
            Board next = b;
            next.push(move);
            int got = -quiet(next, -(value + gained), -beta, -alpha);
            best = std::max(best, got);
            alpha = std::max(alpha, got);
            if (alpha >= beta) break;
        }
        return best;
    }
};

int main() {
    prepare();
    std::string asked;
    while (std::getline(std::cin, asked)) {
        std::istringstream in(asked);
        long nodes;
        int depth;
        size_t lines;
        in >> nodes >> depth >> lines;
        std::string fen, word;
        while (in >> word && word != "moves") fen += word + " ";
        Board board = read(fen);
        std::vector<U64> earlier;
        while (in >> word) {
            earlier.push_back(board.key());
            int from = word[0] - 'a' + 8 * (word[1] - '1'), to = word[2] - 'a' + 8 * (word[3] - '1');
            board.push({from, to, word.size() > 4 ? int(std::string(" pnbrq").find(word[4])) : 0});
        }
        Search search(board, nodes, lines);
        size_t since = std::min(size_t(board.halfmoves), earlier.size());
        search.before.insert(earlier.end() - long(since), earlier.end());
        std::string answer;
        for (auto &line : search.run(depth)) {
            if (!answer.empty()) answer += ";";
            answer += std::to_string(line.value);
            for (auto &m : line.moves) answer += " " + m.uci();
        }
        std::cout << answer << std::endl;
    }
}
