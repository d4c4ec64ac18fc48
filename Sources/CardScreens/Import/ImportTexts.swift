import Basics
import CardTransfer
import CardViewModels
import Cards
import Terminal

/// The sentences above the list of an import, and the word and the sign of each card.
@MainActor
struct ImportTexts {
    let model: ImportModel

    /// A line of the summary. Where there is no room for all, the last ones give way.
    struct Line {
        let text: String
        let role: Role
    }

    private static let maximumColumns = 100

    var title: String {
        let doing = model.isRestoring ? "Restore" : "Import"
        return switch model.filter {
        case .all: model.isRestoring ? "Restore a backup" : "Import from \(model.result.formatLabels)"
        case .new: "\(doing): only new cards"
        case .changed: "\(doing): only changed cards"
        case .same: "\(doing): only cards you already have"
        case .problems: "\(doing): problems"
        case .columns: "\(doing): columns of the table"
        }
    }

    /// What the file has, from the longest to the shortest text.
    var contents: [String] {
        let report = model.result.report
        if model.filter == .problems { return [model.problemCount.counted("problem"), ""] }
        let cards = model.entries.count.counted("card")
        var parts = [cards]
        if report.photos > 0 { parts.append(report.photos.counted("photo")) }
        if !report.groups.isEmpty { parts.append(report.groups.count.counted("group")) }
        return [parts.joined(separator: ", "), cards, ""]
    }

    /// What would happen, what cannot be taken, and what the columns are.
    var lines: [Line] {
        let report = model.result.report
        var lines = [Line(text: summary(report), role: .text)]
        if model.othersHere > 0 {
            lines.append(
                Line(text: "\(model.othersHere.counted("card")) not in the backup, unchanged", role: .faint))
        }
        if let first = report.skipped.first {
            lines.append(
                Line(text: "\(report.skipped.count) skipped: \(first.userMessage)", role: .warning))
        }
        if let first = report.remarks.first {
            lines.append(
                Line(text: "\(model.partlyReadCount) partly read: \(first.userMessage)", role: .caution))
        }
        for doubt in model.table?.doubts ?? [] { lines.append(Line(text: doubt.text, role: .caution)) }
        if !model.columns.isEmpty, model.filter != .columns {
            // No line has room for more.
            let columns = model.columns.prefix(Self.maximumColumns).map { "\($0.name) → \($0.field?.label ?? "note")" }
            lines.append(Line(text: "Columns: \(columns.joined(separator: ", "))", role: .faint))
        }
        return lines
    }

    private func summary(_ report: ImportReport) -> String {
        let parts = [
            (model.count(of: .new), "new"), (model.count(of: .changed), "changed"),
            (model.count(of: .same), "already here"), (model.leavingOut.count, "left out"),
        ]
        let secrets = report.secrets > 0 ? [report.secrets.counted("secret field")] : []
        let counts = (parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" } + secrets).joined(separator: ", ")
        let conflicts =
            report.conflicts > 0
            ? "; \(report.conflicts.counted("card")) changed both here and in the file: your values stay" : ""
        switch model.duplicates {
        case .merge: return counts + conflicts
        case .skip: return counts + "; cards you already have stay unchanged"
        case .add: return counts + "; cards you already have are added again"
        }
    }

    // MARK: - Rows

    /// A column of the table or how it was read: what it is called, its first texts, and what it becomes.
    func texts(of row: ImportModel.TableRow, in table: TableReading) -> ImportTableRow {
        switch row {
        case .column(let index):
            let column = table.columns[index]
            return ImportTableRow(
                name: column.name.isEmpty ? "column \(index + 1)" : column.name,
                samples: column.samples.joined(separator: " · "), becomes: column.field?.label ?? "note",
                isFaint: column.field == nil)
        case .encoding:
            return ImportTableRow(
                name: "encoding of the text", samples: "", becomes: table.encoding?.label ?? "", isLabel: true)
        case .decimalMark:
            return ImportTableRow(
                name: "decimal mark of amounts", samples: "", becomes: table.decimalMark?.rawValue ?? "point",
                isLabel: true)
        }
    }

    /// The longest word of a row.
    static let widestWord = "already here"

    func word(for entry: ImportReport.Entry) -> (text: String, role: Role) {
        if model.isLeftOut(entry) { return ("left out", .faint) }
        if !entry.conflicts.isEmpty { return ("conflict", .caution) }
        switch entry.outcome {
        case .new: return ("new", .accent)
        case .changed: return ("changed", .text)
        case .same, .known: return (Self.widestWord, .faint)
        case .leftOut: return ("left out", .faint)
        }
    }

    /// Before the name: what is meant stands at the end of the row, or where there is no room for that, in the status line.
    func sign(for entry: ImportReport.Entry) -> (text: SafeText, role: Role) {
        if model.isLeftOut(entry) { return ("-", .faint) }
        if entry.isPartlyRead, entry.outcome != .leftOut { return ("!", .caution) }
        switch entry.outcome {
        case .new: return ("+", .accent)
        case .changed: return ("~", .text)
        case .same, .known: return ("=", .faint)
        case .leftOut: return ("-", .faint)
        }
    }
}

/// A column of an imported table, or how the table was read, as a row: what it is called, its first texts, and what it becomes. On a
/// narrow screen the texts stand on a second line.
struct ImportTableRow {
    let name: String
    let samples: String
    let becomes: String
    /// Whether it only goes into the note.
    var isFaint = false
    /// Whether the name is our own word, and none of the table.
    var isLabel = false

    /// What stands behind what can be changed.
    private static let arrow = " ▾"
    private static let left = 3
    /// Of a row in one line, at most.
    private static let maximumNameColumns = 24

    func draw(on canvas: inout Canvas, nameColumns: Int, isSelected: Bool, theme: Theme) {
        let isWide = canvas.bounds.rows == 1
        let right = canvas.bounds.columns - 2
        let field = SafeText(becomes + Self.arrow, within: max(0, right - Self.left))
        let fieldArea = Rect(column: right - field.width, row: 0, columns: field.width, rows: 1)
        let room = max(0, fieldArea.left - Self.left - 2)
        let nameArea = Rect(
            column: Self.left, row: 0, columns: isWide ? min(nameColumns, Self.maximumNameColumns, room) : room, rows: 1
        )
        let samplesArea =
            isWide
            ? Rect(
                column: nameArea.right + 2, row: 0, columns: max(0, fieldArea.left - nameArea.right - 4), rows: 1)
            : Rect(column: Self.left, row: 1, columns: max(0, right - Self.left), rows: 1)
        let name = SafeText(name, within: nameArea.columns)
        Label(name, style: theme[isLabel ? .faint : .strong]).draw(on: &canvas, in: nameArea)
        Label(SafeText(samples, within: samplesArea.columns), style: theme[.faint]).draw(on: &canvas, in: samplesArea)
        Label(field, style: theme[isFaint ? .faint : .accent]).draw(on: &canvas, in: fieldArea)
        if isSelected { CardRow.mark(name, in: nameArea, on: &canvas, theme: theme) }
    }
}
