internal import Basics
public import Cards

/// A column of a table of cards, with what it becomes.
public struct FileColumn: Equatable, Sendable {
    /// As the table's header has it.
    public let name: String
    /// Nil for a column that goes into the note.
    public let field: TableColumn?
    /// The first texts of the column, without empty ones.
    public var samples: [String] = []
}

/// How a table was read: what a preview shows of that, and what a person may say otherwise.
public struct TableReading: Equatable, Sendable {
    /// All columns, in the order of the table.
    public let columns: [FileColumn]
    /// Nil for a sheet of a workbook.
    public let encoding: TableEncoding?
    /// Another encoding that is as plausible, and gives another text.
    var otherEncoding: TableEncoding?
    /// The first line that has bytes of no character.
    var badLine: Int?
    /// That of the amounts; nil for a table without a balance.
    public var decimalMark: DecimalMark?
    /// An amount that may be meant otherwise.
    var undecided: UndecidedAmount?

    /// The columns that are no field of a card: they go into the note.
    public var otherColumns: [String] { columns.filter { $0.field == nil && !$0.name.isEmpty }.map(\.name) }
    /// Whether no card has a number, though most cards have one.
    public var lacksNumbers = false

    /// What may be otherwise than it was read, with the option that says so.
    public var doubts: [Doubt] {
        var doubts: [Doubt] = []
        if lacksNumbers {
            doubts.append(Doubt(text: "No column contains card numbers.", remedy: "--columns number=COLUMN"))
        }
        if let undecided {
            doubts.append(
                Doubt(
                    text:
                        "\"\(undecided.text.shortened(to: 30))\" was read as \(undecided.taken), but may mean \(undecided.other).",
                    remedy: "--decimal \(undecided.otherMark.rawValue)"))
        }
        if let encoding, let otherEncoding {
            doubts.append(
                Doubt(
                    text: "The text was read as \(encoding.label), but may be \(otherEncoding.label).",
                    remedy: "--encoding \(otherEncoding.label)"))
        }
        if let encoding, let badLine {
            doubts.append(
                Doubt(text: "Line \(badLine) has bytes that are not \(encoding.label).", remedy: "--encoding NAME"))
        }
        return doubts
    }

    public struct Doubt: Equatable, Sendable {
        public let text: String
        /// The option of the command line that reads it otherwise.
        public let remedy: String
    }
}
