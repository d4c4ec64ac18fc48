extension Schema {
    /// - `remind_before` of `card` and `shadow`. A backend or a file may have sent the key before, which is then in `unknown`: a text
    ///   that the field accepts moves, other values stay, as does a text with U+0000, which SQLite would cut off there.
    /// - `reminded`: which reminders were sent, see ``SentReminder``; `threshold` is the period, or `archive` for a card that was
    ///   archived because it had expired. `day`: when that was, or before which day that card had expired. A row names nothing of
    ///   this machine, so that rows of several stores can be united.
    static let reminders =
        ["card", "shadow"].map { table in
            """
            ALTER TABLE \(table) ADD COLUMN remind_before TEXT NOT NULL DEFAULT '';
            UPDATE \(table) SET
                remind_before = CASE json_type(unknown, '$.remindBefore')
                    WHEN 'text' THEN unknown ->> '$.remindBefore' WHEN 'null' THEN '' ELSE unknown -> '$.remindBefore' END,
                unknown = nullif(json_remove(unknown, '$.remindBefore'), '{}')
            WHERE instr(unknown, '"remindBefore":') AND CASE WHEN json_valid(unknown) THEN
                json_type(unknown, '$.remindBefore') IN ('text', 'integer', 'real', 'null')
                AND ifnull(length(CAST(unknown ->> '$.remindBefore' AS BLOB)), 0) <= 65536
                AND NOT instr(unknown -> '$.remindBefore', '\\u0000') END;
            """
        }.joined(separator: "\n") + """

            CREATE TABLE reminded (
                card TEXT NOT NULL, expiry INTEGER NOT NULL, threshold TEXT NOT NULL, day INTEGER NOT NULL,
                PRIMARY KEY (card, expiry, threshold)
            ) STRICT, WITHOUT ROWID;
            """
}
