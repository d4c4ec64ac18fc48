/// How the text of a barcode becomes bytes. Kinds that hold only letters or digits have no choice.
public enum BarcodeEncoding: String, Sendable, CaseIterable {
    /// One byte per character, without a mark: every scanner reads it.
    case latin1 = "ISO-8859-1"
    /// Marked as UTF-8 (ECI 26) unless it is plain ASCII: without the mark scanners guess.
    case utf8 = "UTF-8"
    /// The text is the bytes as hexadecimal, two digits each.
    case hexadecimal = "HEX"
    /// The text is GS1 elements, `(01)…`, and the code is marked as GS1 (FNC1): QR, Data Matrix and Aztec.
    case gs1 = "GS1"

    /// Nil for an unknown name. Names are those here and those of IANA, such as `utf8`, `latin1` and `us-ascii`; case does not matter.
    public init?(name: String) {
        guard name.utf8.count <= Self.longestName else { return nil }
        let bare = name.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard let known = Self.allCases.first(where: { $0.rawValue == name.uppercased() }) ?? Self.aliases[bare] else {
            return nil
        }
        self = known
    }

    private static let longestName = 40

    private static let aliases: [String: BarcodeEncoding] = [
        "UTF8": .utf8, "ISO88591": .latin1, "ISO885911987": .latin1, "ISOIR100": .latin1, "LATIN1": .latin1,
        "L1": .latin1, "IBM819": .latin1, "CP819": .latin1, "USASCII": .latin1, "ASCII": .latin1,
    ]
}
