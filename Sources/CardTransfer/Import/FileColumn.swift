/// A column of a table of cards, with what it becomes.
public struct FileColumn: Hashable, Sendable {
    /// As the table's header has it.
    public let name: String
    /// Nil for a column that goes into the note.
    public let field: TableColumn?

    public init(name: String, field: TableColumn?) { (self.name, self.field) = (name, field) }
}
