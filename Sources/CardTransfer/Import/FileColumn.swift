/// A column of a table of cards, with what it becomes.
public struct FileColumn: Hashable, Sendable {
    /// As the table's header has it.
    public let name: String
    /// Nil for a column that goes into the note.
    public let field: TableColumn?

    public init(name: String, field: TableColumn?) { (self.name, self.field) = (name, field) }
}

extension TableColumn {
    /// The name for people.
    public var label: String { rawValue.replacing("-", with: " ") }

    /// What is assumed of a table that names no column of names: its first unknown column is one.
    public static func assumed(for header: [String]) -> [TableColumn: Int] {
        var columns = recognized(in: header)
        guard columns[.name] == nil else { return columns }
        let used = Set(columns.values)
        let name = header.indices.first { !used.contains($0) } ?? 0
        columns = columns.filter { $0.value != name }
        columns[.name] = name
        return columns
    }
}
