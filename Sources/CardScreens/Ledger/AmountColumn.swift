import Cards
import Terminal

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
        let mark = string.firstRange(of: format.amounts.decimalMark)?.lowerBound ?? string.endIndex
        let whole = SafeText(string[..<mark]).width
        return (whole, text.width - whole)
    }

    /// "-7.40", "+20.00": with the sign of what it does to the balance and all the decimals of its currency, which it does not name.
    static func signed(_ sum: Balance, _ format: LocalFormat) -> SafeText {
        SafeText((sum.amount.hasPrefix("-") ? "" : "+") + format.amounts.number(sum.inFull.amount))
    }
}
