/// How the text of a barcode becomes bytes. Kinds that hold letters or digits only have no choice.
public enum BarcodeEncoding: String, Sendable, CaseIterable {
    /// A byte a character, and nothing that marks it: what every scanner takes.
    case latin1 = "ISO-8859-1"
    /// Marked as such (ECI 26) where it is not plain ASCII: without the mark scanners guess.
    case utf8 = "UTF-8"
    /// The text is the bytes themselves, two hexadecimal digits each.
    case hexadecimal = "HEX"
    /// The text is elements of GS1, `(01)…`, and the code is marked as holding such (FNC1): QR, Data Matrix and Aztec.
    case gs1 = "GS1"

    /// Nil for a name that we do not know. Case does not matter.
    public init?(name: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == name.uppercased() }) else { return nil }
        self = known
    }
}
