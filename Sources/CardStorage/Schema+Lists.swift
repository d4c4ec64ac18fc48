extension Schema {
    /// - `codes`, `fields`, `pictures` of `card` and `shadow`: lists of a card as JSON, photos by hash; NULL for none. A backend or a file
    ///   may have sent the keys before, which are then in `unknown`. Lists of codes and of fields that the program would write itself
    ///   move; any other value stays. Pictures stay, since their bytes have no hash here: with the next list of the backend they are
    ///   pictures of the card.
    static let lists = ["card", "shadow"].map { table in
        """
        ALTER TABLE \(table) ADD COLUMN codes TEXT;
        ALTER TABLE \(table) ADD COLUMN fields TEXT;
        ALTER TABLE \(table) ADD COLUMN pictures TEXT;
        """ + moved("codes", of: table, upTo: 20, required: ["format"], optional: ["encoding", "label", "value"])
            + moved("fields", of: table, upTo: 50, required: ["name", "value"], optional: [])
    }.joined(separator: "\n")

    /// Moves a list out of `unknown` whose elements have the required members and no others than these and the optional ones, each once
    /// and a text. The first required one is not empty.
    private static func moved(
        _ key: String, of table: String, upTo count: Int, required: [String], optional: [String]
    ) -> String {
        let names = (required + optional).map { "'\($0)'" }.joined(separator: ", ")
        let lacking = required.map { "json_type(element.value, '$.\($0)') IS NOT 'text'" }.joined(separator: " OR ")
        return """

            UPDATE \(table) SET
                \(key) = unknown -> '$.\(key)',
                \(table == "card" ? "search = x''," : "")
                unknown = nullif(json_remove(unknown, '$.\(key)'), '{}')
            WHERE instr(unknown, '"\(key)":[') AND CASE WHEN json_valid(unknown) THEN
                json_type(unknown, '$.\(key)') = 'array'
                AND length(CAST(unknown -> '$.\(key)' AS BLOB)) <= 65536
                AND json_array_length(unknown, '$.\(key)') BETWEEN 1 AND \(count)
                AND NOT EXISTS (
                    SELECT 1 FROM json_each(unknown, '$.\(key)') AS element
                    WHERE CASE WHEN element.type = 'object' THEN \(lacking)
                        OR element.value ->> '\(required[0])' = ''
                        OR EXISTS (
                            SELECT 1 FROM json_each(element.value) AS member
                            GROUP BY member.key HAVING count(*) > 1 OR member.key NOT IN (\(names))
                            OR max(member.type) <> 'text')
                        ELSE 1 END) END;
            """
    }
}
