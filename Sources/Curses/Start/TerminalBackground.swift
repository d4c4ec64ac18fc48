/// Whether the terminal's background is light, from what it says.
public enum TerminalBackground {
    /// From `COLORFGBG`, which rxvt, Konsole and others set: the numbers of the text's and the background's colour, `15;0` or
    /// `0;default;15`. Nil where it says nothing. Light are white and light grey.
    public static func isLight(_ colors: String?) -> Bool? {
        guard let last = colors?.split(separator: ";").last, let number = Int(last), (0...15).contains(number) else {
            return nil
        }
        return number == 7 || number == 15
    }

    /// From the answer to `OSC 11 ; ?`, as xterm writes colours: `11;rgb:ffff/ffff/ffff` with one to four digits each, perhaps
    /// `rgba:` with the opacity behind them. Nil for any other text.
    static func isLight(answer bytes: [UInt8]) -> Bool? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let prefix = ["11;rgb:", "11;rgba:"].first(where: text.hasPrefix) else { return nil }
        let parts = text.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3 else { return nil }
        var values: [Double] = []
        for digits in parts.prefix(3) {
            guard (1...4).contains(digits.utf8.count), let value = UInt16(digits, radix: 16) else { return nil }
            values.append(Double(value) / Double((1 << (4 * digits.utf8.count)) - 1))
        }
        // The brightness of television (ITU-R BT.601), which is near enough to what eyes see.
        return 0.299 * values[0] + 0.587 * values[1] + 0.114 * values[2] > 0.5
    }
}
