extension Schema {
    /// - `phone`, `website` of `card` and `shadow`. What backends and files said under these keys before stands in `unknown`; it is
    ///   taken from there where it is what the fields hold: a text of at most 64 kB, the digits of a number, or null. Other values stay. A
    ///   text with U+0000 stays, too, since SQLite would cut it there.
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
