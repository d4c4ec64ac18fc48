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

    /// Nil for an unknown name. Case-insensitive.
    public init?(name: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == name.uppercased() }) else { return nil }
        self = known
    }
}
