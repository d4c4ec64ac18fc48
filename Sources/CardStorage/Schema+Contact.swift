extension Schema {
    /// - `phone`, `website` of `card` and `shadow`. Backends and files may have sent these keys before, which are then in
    ///   `unknown`. A value that the field accepts moves: a text of at most 64 kB, a number as its digits, or null. Other values
    ///   stay in `unknown`, as does a text with U+0000, which SQLite would cut off there.
    static let contact = ["card", "shadow"].flatMap { table in
        ["phone", "website"].map { key in
            """
            ALTER TABLE \(table) ADD COLUMN \(key) TEXT NOT NULL DEFAULT '';
            UPDATE \(table) SET
                \(key) = CASE json_type(unknown, '$.\(key)')
                    WHEN 'text' THEN unknown ->> '$.\(key)' WHEN 'null' THEN '' ELSE unknown -> '$.\(key)' END,
                \(table == "card" ? "search = x''," : "")
                unknown = nullif(json_remove(unknown, '$.\(key)'), '{}')
            WHERE instr(unknown, '"\(key)":') AND CASE WHEN json_valid(unknown) THEN
                json_type(unknown, '$.\(key)') IN ('text', 'integer', 'real', 'null')
                AND ifnull(length(CAST(unknown ->> '$.\(key)' AS BLOB)), 0) <= 65536
                AND NOT instr(unknown -> '$.\(key)', '\\u0000') END;
            """
        }
    }.joined(separator: "\n")
}
