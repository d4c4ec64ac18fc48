import Basics
import CardViewModels
import Cards
import Terminal

/// The columns of a ledger: day, note, amount, balance after it. It is measured as the ledger grows, and holds no texts.
struct LedgerColumns {
    private let format: LocalFormat
    private var revision = -1
    private var measured = 0
    private var dayColumns = 0
    /// What was measured: days of a year and amounts of as many digits are as wide.
    private var known: (days: Set<Int>, amounts: Set<Shape>, balances: Set<Shape>) = ([], [], [])
    private(set) var amount = AmountColumn()
    private(set) var balance = AmountColumn()

    init(_ format: LocalFormat) { self.format = format }

    /// Measures the lines that came since the last time; all of them when the ledger is another one.
    mutating func measure(_ ledger: LedgerRows, revision: Int) {
        if revision != self.revision {
            (self.revision, measured, dayColumns) = (revision, 0, 0)
            (amount, balance) = (AmountColumn(), AmountColumn())
            known = ([], [], [])
        }
        for line in ledger.lines[measured...] {
            let (day, currency) = (line.entry.day, line.entry.currency)
            if known.days.insert(day.month * 32 + day.day).inserted {
                dayColumns = max(dayColumns, SafeText(format.text(day)).width)
            }
            if known.amounts.insert(Shape(line.entry.amount, currency)).inserted {
                amount.add(AmountColumn.signed(line.entry.sum, format), format)
            }
            if let text = line.balance, known.balances.insert(Shape(text, currency)).inserted,
                let full = line.balanceInFull
            {
                balance.add(SafeText(format.amounts.number(full.amount)), format)
            }
        }
        measured = ledger.lines.count
    }

    /// The same for amounts in one currency of the same sign, with as many digits before the point and behind it.
    private struct Shape: Hashable {
        let digits: Int
        let currency: String?

        init(_ amount: String, _ currency: String?) {
            let bytes = amount.utf8
            let point = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
            let (whole, fraction) = (bytes[..<point].count, bytes[point...].count)
            digits = (whole * 1024 + fraction) * (bytes.first == UInt8(ascii: "-") ? -1 : 1)
            self.currency = currency
        }
    }

    /// What stands in place of the balance of a line that has none.
    static func remark(on line: Ledger.Line) -> SafeText {
        line.counts ? SafeText("in \(line.entry.sum.unit.text)") : "cancelled"
    }

    struct Frames {
        let day: Rect
        /// Empty where there is no room.
        let note: Rect
        let amount: Rect
        let balance: Rect
    }

    /// The name of each column that has room for it, over its texts.
    func drawHeadings(on canvas: inout Canvas, in row: Rect, style: Style) {
        let frames = frames(in: row)
        for (title, frame, alignment) in [
            (SafeText("day"), frames.day, Label.Alignment.leading), ("note", frames.note, .leading),
            ("amount", frames.amount, .trailing), ("balance", frames.balance, .trailing),
        ] where title.width <= frame.columns {
            Label(title, style: style, alignment: alignment).draw(on: &canvas, in: frame)
        }
    }

    private static let gap = 2
    private static let remarkColumns = 10
    /// Of the word "amount".
    private static let headingColumns = 6

    /// The frames in one row. On a narrow screen the balance gives way before the amount, and the note before both.
    func frames(in row: Rect) -> Frames {
        let inner = row.inset(left: 2, right: 2)
        let day = Rect(column: inner.left, row: row.top, columns: min(dayColumns, inner.columns), rows: 1)
        var right = inner.right
        func take(_ columns: Int) -> Rect {
            guard right - columns >= day.right + Self.gap else {
                return Rect(column: right, row: row.top, columns: 0, rows: 1)
            }
            let frame = Rect(column: right - columns, row: row.top, columns: columns, rows: 1)
            right = frame.left - Self.gap
            return frame
        }
        let amountColumns = max(amount.columns, Self.headingColumns)
        let both = amountColumns + Self.gap + max(balance.columns, Self.remarkColumns)
        let hasBalance = day.right + Self.gap + both <= inner.right
        let balanceFrame = take(hasBalance ? max(balance.columns, Self.remarkColumns) : 0)
        if !hasBalance { right = inner.right }
        let hasHeading = day.right + Self.gap + amountColumns <= right
        let amountFrame = take(hasHeading ? amountColumns : amount.columns)
        let note = Rect(
            column: day.right + Self.gap, row: row.top, columns: max(0, right - day.right - Self.gap), rows: 1)
        return Frames(day: day, note: note, amount: amountFrame, balance: balanceFrame)
    }
}

/// A column of amounts that are aligned at the decimal mark: how many columns are needed before it, and from it on.
struct AmountColumn: Equatable {
    private(set) var whole = 0
    private(set) var fraction = 0

    var columns: Int { whole + fraction }

    /// Widens the column for an amount.
    mutating func add(_ text: SafeText, _ format: LocalFormat) {
        let (whole, fraction) = Self.parts(of: text, format)
        (self.whole, self.fraction) = (max(self.whole, whole), max(self.fraction, fraction))
    }

    /// Draws an amount in an area of this width. One that does not fit is left out: half of an amount is another amount.
    func draw(_ text: SafeText, style: Style, on canvas: inout Canvas, in area: Rect, _ format: LocalFormat) {
        let (whole, fraction) = Self.parts(of: text, format)
        let left = area.right - self.fraction - whole
        guard left >= area.left, fraction <= self.fraction else { return }
        canvas.write(text, at: Point(column: left, row: area.top), style: style, columns: whole + fraction)
    }

    /// The amount with the blanks that align it.
    func padded(_ text: SafeText, _ format: LocalFormat) -> String {
        let (whole, fraction) = Self.parts(of: text, format)
        let before = String(repeating: " ", count: max(0, self.whole - whole))
        return before + text.description + String(repeating: " ", count: max(0, self.fraction - fraction))
    }

    private static func parts(of text: SafeText, _ format: LocalFormat) -> (whole: Int, fraction: Int) {
        let string = text.description
        let mark = string.firstRange(bytesOf: format.amounts.decimalMark)?.lowerBound ?? string.endIndex
        let whole = SafeText(string[..<mark]).width
        return (whole, text.width - whole)
    }

    /// "-7.40", "+20.00": with the sign of what it does to the balance and all the decimals of its currency, which it does not name.
    static func signed(_ sum: Balance, _ format: LocalFormat) -> SafeText {
        SafeText((sum.amount.hasPrefix("-") ? "" : "+") + format.amounts.number(sum.inFull.amount))
    }
}
