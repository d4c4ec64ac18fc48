/// How the text of a barcode becomes bytes. Kinds that hold letters or digits only have no choice.
public enum BarcodeEncoding: String, Sendable, CaseIterable {
    /// A byte a character, and nothing that marks it: what every scanner takes.
    case latin1 = "ISO-8859-1"
    /// Marked as such (ECI 26) where it is not plain ASCII: without the mark scanners guess.
    case utf8 = "UTF-8"
    /// The text is the bytes themselves, two hexadecimal digits each.
    case hexadecimal = "HEX"

    /// Nil for a name that we do not know. Case does not matter.
    public init?(name: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == name.uppercased() }) else { return nil }
        self = known
    }
}
