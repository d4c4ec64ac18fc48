// The ruler of a start: what the libraries alone need to show the first screen of a store. It opens the same file with the same checks,
// reads the same rows and the number of cards, and draws the same frame with ncurses; it knows no settings, no keys and no theme.
//
// ruler STORE; any key ends it.
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <locale.h>
#include <ncurses.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define ROWS 24
#define MARKS 12

static sqlite3 *store;

static void fail(const char *what) {
    fprintf(stderr, "ruler: %s: %s\n", what, store ? sqlite3_errmsg(store) : "no memory");
    exit(1);
}

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(store, sql, -1, &statement, NULL) != SQLITE_OK) fail(sql);
    return statement;
}

// What the program does with each store before it reads rows: its settings, whose file it is, and whether its tables are as they must be.
static void open_store(const char *path) {
    if (sqlite3_open_v2(path, &store, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) fail(path);
    const char *settings = "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;"
                           "PRAGMA cache_size = -512; PRAGMA journal_size_limit = 4194304;"
                           "BEGIN; PRAGMA application_id; PRAGMA user_version; ROLLBACK";
    if (sqlite3_exec(store, settings, NULL, NULL, NULL) != SQLITE_OK) fail("settings");
    sqlite3_stmt *schema = prepared("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name, type");
    size_t length = 0;
    while (sqlite3_step(schema) == SQLITE_ROW) length += (size_t)sqlite3_column_bytes(schema, 3);
    sqlite3_finalize(schema);
    if (length == 0) fail("an empty store");
}

static long count_cards(void) {
    sqlite3_stmt *statement = prepared("SELECT count(*) FROM card");
    long count = sqlite3_step(statement) == SQLITE_ROW ? (long)sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return count;
}

static void start_colors(void) {
    static const short marks[MARKS] = {167, 131, 94, 100, 64, 29, 30, 31, 68, 98, 133, 162};
    start_color();
    use_default_colors();
    for (short mark = 0; mark < MARKS; mark++) init_pair((short)(mark + 1), marks[mark], -1);
    init_pair(MARKS + 1, 32, -1);
}

static void mark(int row, int column, const wchar_t *sign, short pair, attr_t attributes) {
    attr_set(attributes, pair, NULL);
    mvaddwstr(row, column, sign);
    attr_set(A_NORMAL, 0, NULL);
}

// The same 24 rows; all that the list knows of a card is read.
static void draw_rows(void) {
    sqlite3_stmt *cards = prepared(
        "SELECT (SELECT max(row) FROM card), id, note_line, name, number, starred, archived, valid_from, expiry, color, front, back,"
        " groups, balance, currency, icon, barcode_format IS NOT NULL,"
        " EXISTS (SELECT 1 FROM conflict WHERE conflict.card = card.id), last_used, uses"
        " FROM card LEFT JOIN usage ON usage.card = card.id ORDER BY grp, folded, id LIMIT ?");
    sqlite3_bind_int(cards, 1, ROWS);
    for (int row = 2; sqlite3_step(cards) == SQLITE_ROW; row++) {
        if (row > LINES - 3) continue;
        const char *name = (const char *)sqlite3_column_text(cards, 3);
        const char *number = (const char *)sqlite3_column_text(cards, 4);
        const char *groups = (const char *)sqlite3_column_text(cards, 12);
        int isSelected = row == 2;
        if (isSelected) mark(row, 0, L"▌", MARKS + 1, A_BOLD);
        mark(row, 2, L"▎", (short)(row % MARKS + 1), A_NORMAL);
        attr_set(isSelected ? A_BOLD | A_REVERSE : A_BOLD, 0, NULL);
        mvaddnstr(row, 3, name ? name : "", 24);
        attr_set(A_NORMAL, 0, NULL);
        mvaddnstr(row, 27, number ? number : "", 20);
        attr_set(A_DIM, 0, NULL);
        mvaddnstr(row, 48, groups ? groups : "", 30);
        attr_set(A_NORMAL, 0, NULL);
    }
    sqlite3_finalize(cards);
}

static void draw_footer(void) {
    static const char *const hints[][2] = {
        {"b", "barcode"}, {"Enter", "open"}, {"/", "search"}, {"a", "add"}, {"y", "copy number"}, {"v", "wallet"}, {"?", "help"},
    };
    move(LINES - 1, 1);
    for (size_t index = 0; index < sizeof hints / sizeof hints[0]; index++) {
        attr_set(A_BOLD, MARKS + 1, NULL);
        addstr(hints[index][0]);
        attr_set(A_DIM, 0, NULL);
        printw(" %s  ", hints[index][1]);
    }
    attr_set(A_NORMAL, 0, NULL);
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    setlocale(LC_ALL, "");
    open_store(arguments[1]);
    if (!newterm(NULL, stdout, stdin)) fail("the terminal");
    cbreak();
    noecho();
    start_colors();
    attr_set(A_BOLD, 0, NULL);
    mvaddstr(0, 1, "Cards");
    attr_set(A_DIM, 0, NULL);
    mvaddstr(0, COLS - 8, "by name");
    attr_set(A_NORMAL, 0, NULL);
    draw_rows();
    attr_set(A_DIM, 0, NULL);
    mvprintw(LINES - 2, 1, "1 of %ld", count_cards());
    attr_set(A_NORMAL, 0, NULL);
    draw_footer();
    move(2, 0);
    refresh();
    getch();
    endwin();
    sqlite3_close(store);
    return 0;
}
