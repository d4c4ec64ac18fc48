import PtySupport
import Terminal

extension VirtualTerminal {
    /// Whether a cell is part of a picture: with the terminal's theme, nothing else has explicit colors.
    func isPicture(column: Int, row: Int) -> Bool {
        let look = self[column, row]
        return [look.foreground, look.background].contains { if case .rgb = $0 { true } else { false } }
    }

    /// The number of cells in these columns that are part of a picture.
    func pictureCells(in columns: Range<Int>) -> Int {
        (0..<size.rows).reduce(0) { count, row in
            count + columns.count { isPicture(column: $0, row: row) }
        }
    }

    /// Whether every sufficiently visible frame of the wallet has its picture.
    var isWalletFilled: Bool {
        var frames = 0
        // Between the title and the status line; a picture begins in the first or second row of its frame.
        for row in 1..<size.rows - 5 {
            for column in 0..<size.columns - 12 where self[column, row].text == "╭" {
                frames += 1
                guard isPicture(column: column + 11, row: row + 3) else { return false }
            }
        }
        return frames > 3
    }
}
