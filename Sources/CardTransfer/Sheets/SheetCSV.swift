/// The rows of a sheet as the text of a table with commas, one line each, also where they are blank: so that a sheet is read as its file of
/// comma-separated values is.
struct SheetCSV {
    let name: String
    private(set) var bytes: [UInt8] = []
    private var cells: [(column: Int, text: String)] = []
    /// Those behind the last one that is not.
    private var blankRows = 0
    /// How many bytes it may have.
    private let room: Int

    init(_ name: String, room: Int) { (self.name, self.room) = (name, room) }

    /// Puts a text into cells of the current row, from a column on, which counts from 0.
    /// - Returns: whether there is room.
    mutating func add(_ text: String, at column: Int, count: Int = 1) -> Bool {
        if text.isEmpty { return true }
        // One column too many tells that a row is too wide.
        let columns = min(column, TransferLimits.columns)..<min(column + count, TransferLimits.columns + 1)
        size += (text.utf8.count + 1) * columns.count
        guard size <= room else { return false }
        for column in columns { cells.append((column, text)) }
        return true
    }

    /// Of the texts of the current row.
    private var size = 0

    /// Ends the current row, which stands for several equal ones.
    /// - Returns: whether there is room.
    mutating func endRow(count: Int = 1) -> Bool {
        guard !cells.isEmpty else {
            blankRows += count
            return true
        }
        let row = record()
        guard blankRows * 2 + row.count * count <= room - bytes.count else { return false }
        for _ in 0..<blankRows { bytes += CSVWriter.lineEnd }
        for _ in 0..<count { bytes += row }
        (blankRows, size) = (0, 0)
        cells.removeAll(keepingCapacity: true)
        return true
    }

    /// Rows that are not in the file at all.
    mutating func skipRows(_ count: Int) { blankRows += count }

    private mutating func record() -> [UInt8] {
        if zip(cells, cells.dropFirst()).contains(where: { $0.column >= $1.column }) {
            cells.sort { $0.column < $1.column }
        }
        var (row, next): ([UInt8], Int) = ([], 0)
        for cell in cells where cell.column >= next {
            row += [UInt8](repeating: UInt8(ascii: ","), count: cell.column - max(next - 1, 0))
            row += CSVWriter.field(cell.text, isFirst: cell.column == 0)
            next = cell.column + 1
        }
        return row + CSVWriter.lineEnd
    }
}
