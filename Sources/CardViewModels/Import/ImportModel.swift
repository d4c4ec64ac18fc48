public import Basics
public import CardTransfer
public import Cards

/// What an import of a file would do: its cards, which of them are left out, and which are listed. It holds no photos; nothing is
/// written before the flow imports the file.
@MainActor
public final class ImportModel: ScreenModel, RowsModel {
    /// Which rows are listed.
    public enum Filter: CaseIterable, Hashable, Sendable {
        case all, new, changed, same
        /// What of the file cannot be taken, and why.
        case problems
        /// What of a table a person may say otherwise.
        case columns

        /// Whether its rows are cards.
        public var listsCards: Bool { self != .problems && self != .columns }
    }

    /// What is listed of a table: each column, then how its text and its amounts were read.
    public enum TableRow: Equatable, Sendable {
        case column(Int)
        case encoding, decimalMark
    }

    @Observed public private(set) var result: FileImportReport
    @Observed public private(set) var filter = Filter.all
    /// The elements of the file that are left out.
    @Observed public private(set) var leavingOut: Set<Int> = []
    @Observed public var selectedRank = 0
    /// The listed rows, as positions in ``entries`` or, for problems, in ``problems``.
    @Observed private var listed: [Int] = []
    /// How many cards each filter lists.
    @Observed private var counts: [Filter: Int] = [:]

    /// How the file is read. Its password is only in this object.
    private(set) var request: ImportRequest
    let version: ImportFiles.Version
    /// The file's name for messages; of several, how many they are.
    let label: String
    let reading: ImportReading
    private var here: Int
    /// Whether the file was read otherwise than at first.
    private var wasChanged = false
    private let navigator: Navigator

    init(_ reading: ImportReading, _ preview: ImportPreview, _ navigator: Navigator) {
        self.navigator = navigator
        self.reading = reading
        request = preview.request
        result = preview.result
        version = preview.version
        label = preview.label
        here = preview.here
        countCards()
        show(.all)
        if listed.isEmpty { show(.problems) }
    }

    public func didDisappear(isRemoved: Bool) {
        if isRemoved { request.password = nil }
    }

    public var promptBeforeLeaving: Prompt? {
        guard wasChanged || !leavingOut.isEmpty else { return nil }
        return Prompt(
            .leaveImport, title: "Nothing is imported yet",
            text: "Leave, and discard what you chose for \(label.lastPathPart)?",
            choices: [
                Prompt.Choice("y", "leave") { [navigator] in navigator.goBack() }, Prompt.Choice("n", "stay"),
            ])
    }

    // MARK: - The file

    /// Whether the file is one of the backups.
    public var isRestoring: Bool { reading.isRestoring }
    /// How many cards are here that the backup does not have: they stay.
    public var othersHere: Int { max(0, here - result.report.changed - result.report.unchanged) }
    public var duplicates: ImportOptions.Duplicates { request.options.duplicates }
    /// Nil for a file that is no table, and for several files, since each may be another one.
    public var table: TableReading? { version.paths.count == 1 ? result.tables.last : nil }
    public var columns: [FileColumn] { table?.columns ?? [] }
    public var tableRows: [TableRow] {
        guard let table else { return [] }
        let ofText: [TableRow] = table.encoding == nil ? [] : [.encoding]
        let ofAmounts: [TableRow] = table.decimalMark == nil ? [] : [.decimalMark]
        return table.columns.indices.map { .column($0) } + ofText + ofAmounts
    }
    /// Whether no column of the table is called name, and nobody has chosen one yet.
    var isNameAssumed: Bool { request.assignedColumns != nil }
    public var entries: [ImportReport.Entry] { result.report.entries }
    /// What is not taken at all, and then what is not taken completely.
    public var problems: [ImportReport.Skipped] { result.report.skipped + result.report.remarks }
    public var problemCount: Int { result.report.skipped.count + result.report.remarks.count }
    /// How many cards are not taken completely.
    public var partlyReadCount: Int { entries.count(where: \.isPartlyRead) }
    /// How many cards would be imported.
    public var takenCount: Int { count(of: .new) + count(of: .changed) - leavingOut.count }
    /// Cards that are here as they are may have other secret fields in the file.
    public var canImport: Bool { takenCount > 0 || result.report.secrets > 0 }

    /// Replaces what the file was read as. What was left out stays so: the same cards are in the file.
    func update(_ preview: ImportPreview) {
        let selected = selectedEntry?.index
        (request, result, here) = (preview.request, preview.result, preview.here)
        wasChanged = true
        leavingOut.formIntersection(entries.filter(\.changesSomething).map(\.index))
        countCards()
        let rank = selectedRank
        list([filter, .all].first { count(of: $0) > 0 } ?? .problems, selecting: selected)
        if filter == .columns { select(rank: rank) }
    }

    /// The new cards of the file that may be cards here under another name.
    var renames: [ImportReport.Rename] { result.report.renames.filter { !leavingOut.contains($0.index) } }

    /// The request that imports what is not left out.
    var finalRequest: ImportRequest {
        var request = request
        request.options.leavingOut = leavingOut
        return request
    }

    // MARK: - The list

    public var count: Int { listed.count }

    /// The card in a row; nil while problems are listed.
    public func entry(at rank: Int) -> ImportReport.Entry? {
        !filter.listsCards || !listed.indices.contains(rank) ? nil : entries[listed[rank]]
    }

    /// The problem in a row; nil while cards are listed.
    public func problem(at rank: Int) -> ImportReport.Skipped? {
        guard filter == .problems, listed.indices.contains(rank) else { return nil }
        let (skipped, position) = (result.report.skipped, listed[rank])
        return position < skipped.count ? skipped[position] : result.report.remarks[position - skipped.count]
    }

    /// What of the table is in a row; nil while something else is listed.
    public func tableRow(at rank: Int) -> TableRow? {
        let rows = tableRows
        return filter == .columns && rows.indices.contains(rank) ? rows[rank] : nil
    }

    public var selectedEntry: ImportReport.Entry? { entry(at: selectedRank) }
    public var selectedProblem: ImportReport.Skipped? { problem(at: selectedRank) }

    public var selectableCount: Int { count }

    /// Lists other rows; the selected card stays selected if it is among them.
    public func show(_ filter: Filter) { list(filter, selecting: selectedEntry?.index) }

    private func list(_ filter: Filter, selecting selected: Int?) {
        let entries = entries
        self.filter = filter
        selectedRank = 0
        guard filter.listsCards else { return listed = Array(0..<count(of: filter)) }
        let ranks = entries.indices.filter { filter == .all || filter == Filter(of: entries[$0]) }
        listed = ranks
        if let selected { select(rank: ranks.firstIndex { entries[$0].index == selected } ?? 0) }
    }

    /// Lists the next kind of rows that there are.
    public func showNextFilter() {
        let all = Filter.allCases.filter { $0 != .columns }
        let now = all.firstIndex(of: filter) ?? 0
        for step in 1..<all.count {
            let next = all[(now + step) % all.count]
            if count(of: next) > 0 { return show(next) }
        }
    }

    /// Lists all cards again, or all problems where there is no card; false where they are listed already.
    public func showAll() -> Bool {
        let all = entries.isEmpty ? Filter.problems : .all
        guard filter != all else { return false }
        show(all)
        return true
    }

    /// How many rows a filter would list.
    public func count(of filter: Filter) -> Int {
        switch filter {
        case .all: entries.count
        case .new, .changed, .same: counts[filter] ?? 0
        case .problems: problemCount
        case .columns: tableRows.count
        }
    }

    private func countCards() {
        var counts: [Filter: Int] = [:]
        for entry in entries { counts[Filter(of: entry), default: 0] += 1 }
        self.counts = counts
    }

    // MARK: - Leaving out

    public func isLeftOut(_ entry: ImportReport.Entry) -> Bool { leavingOut.contains(entry.index) }

    /// Leaves the selected card out, or takes it again, and goes to the next one.
    public func toggleSelected() {
        guard let entry = selectedEntry, entry.changesSomething else { return }
        if leavingOut.remove(entry.index) == nil { leavingOut.insert(entry.index) }
        moveSelection(by: 1)
    }

    /// Leaves all listed cards out, or takes them again.
    public func setAllLeftOut(_ isLeftOut: Bool) {
        guard filter.listsCards else { return }
        let entries = entries
        let indices = listed.filter { entries[$0].changesSomething }.map { entries[$0].index }
        if isLeftOut { leavingOut.formUnion(indices) } else { leavingOut.subtract(indices) }
    }
}

extension ImportModel.Filter {
    /// The filter that lists a card, beside the one that lists all.
    fileprivate init(of entry: ImportReport.Entry) {
        self = !entry.changesSomething ? .same : entry.outcome == .new ? .new : .changed
    }
}

extension ImportReport.Entry {
    /// Whether an import would write the card, or ask about fields that were changed both here and in the file.
    public var changesSomething: Bool {
        switch outcome {
        case .new, .changed: true
        case .same: !conflicts.isEmpty
        case .known, .leftOut: false
        }
    }
}
