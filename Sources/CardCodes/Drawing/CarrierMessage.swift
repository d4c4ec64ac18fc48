internal import Basics

/// The message of a carrier's MaxiCode (ISO/IEC 16023, modes 2 and 3): the primary message with the parcel's destination, which
/// is encoded separately, and the rest.
///
/// A scanner returns both as one: `postcode GS country GS service GS rest`, preceded by `[)>RS01GSyy` if the message has that
/// header.
struct CarrierMessage {
    /// Postcode, country and service, as libzint expects them.
    let primary: [UInt8]
    /// The year in the header, which libzint writes itself; nil without a header.
    let year: Int?
    let secondary: [UInt8]
    /// Whether the postcode has digits only: mode 2.
    let isNumeric: Bool

    private static let header = Array("[)>\u{1E}01\u{1D}".utf8)
    private static let separator: UInt8 = 0x1D

    /// Nil for any other message.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var year: Int?
        if rest.starts(with: Self.header) {
            let digits = rest.dropFirst(Self.header.count).prefix(2)
            guard digits.count == 2, digits.allSatisfy(\.isDigit) else { return nil }
            year = Int(String(decoding: digits, as: UTF8.self))
            rest = rest.dropFirst(Self.header.count + 2)
        }
        let parts = rest.split(separator: Self.separator, maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[3].isEmpty,
            parts[1].count == 3, parts[2].count == 3, (parts[1] + parts[2]).allSatisfy(\.isDigit)
        else { return nil }
        let postcode = Array(parts[0])
        isNumeric = postcode.count == 9 && postcode.allSatisfy(\.isDigit)
        let isLettered =
            postcode.count == 6
            && postcode.allSatisfy { $0.isDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == 0x20 }
            && postcode.contains { !$0.isDigit }
        guard isNumeric || isLettered else { return nil }
        primary = postcode + parts[1] + parts[2]
        self.year = year
        secondary = Array(parts[3])
    }
}
