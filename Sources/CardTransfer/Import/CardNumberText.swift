internal import Basics
internal import Cards

/// The number of a card as a table has it: what spreadsheets and clipboards put around it is taken off; what they did to it is mended where
/// only one reading has a right check digit, and told.
struct CardNumberText {
    let text: String

    /// - Parameter cell: `"0012345"`, `="0012345"`, `'0012345`, or with marks that nobody sees.
    init(_ cell: String) {
        var text = cell.withoutInvisible.trimmed
        if text.hasPrefix("=\""), text.hasSuffix("\""), text.count > 3 { text = String(text.dropFirst(2).dropLast()) }
        if text.hasPrefix("'"), text.dropFirst().first?.isNumber == true { text.removeFirst() }
        self.text = text.trimmed
    }

    /// - Parameter kind: of the barcode; nil where the table has none.
    func mended(for kind: BarcodeFormat?, _ remarks: inout [String]) -> String {
        if isShortened {
            remarks.append(
                "the number \"\(text.prefix(30))\" was shortened by a spreadsheet: its last digits are lost")
            return text
        }
        if text.hasSuffix(".0"), case let whole = String(text.dropLast(2)), whole.allSatisfy(\.isNumber) {
            if BarcodeFormat(digitsOf: whole) != nil { return whole }
            remarks.append("the number \"\(text.prefix(30))\" ends with .0, which a spreadsheet may have added")
            return text
        }
        guard let kind, text.allSatisfy({ $0.isASCII && $0.isNumber }),
            kind.digits.map({ $0 == text.count + 1 }) == true,
            BarcodeFormat(digitsOf: "0" + text) == kind
        else { return text }
        remarks.append("the number \"\(text)\" has lost its leading zero, and is 0\(text)")
        return "0" + text
    }

    /// `4.00638E+12`.
    private var isShortened: Bool {
        let parts = text.uppercased().split(separator: "E", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].first == "+", parts[1].dropFirst().allSatisfy(\.isNumber), parts[1].count > 1
        else {
            return false
        }
        return parts[0].first?.isNumber == true && parts[0].allSatisfy { $0.isNumber || ".,".contains($0) }
    }
}
