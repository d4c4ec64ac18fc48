/// The texts of a card in which the words of a filter are looked for, folded. A word must stand in one of them; it is never
/// found across two.
public struct CardSearchText: Hashable, Sendable {
    public let name: String
    /// The number, and the number without its gaps where it is written with any; the note; the barcode's value; the details, without
    /// gaps, too. None is empty.
    public let others: [String]
    /// None is empty.
    public let groups: [String]

    public init(_ card: Card) {
        name = TextFolding.fold(card.name)
        var others: [String] = []
        Self.add(squeezing: card.number, to: &others)
        Self.add(TextFolding.fold(card.note), to: &others)
        if let value = card.barcode?.value { Self.add(TextFolding.fold(value), to: &others) }
        for detail in card.details { Self.add(squeezing: detail.text, to: &others) }
        self.others = others
        var groups: [String] = []
        for group in card.groups { Self.add(TextFolding.fold(group), to: &groups) }
        self.groups = groups
    }

    /// Adds the text, and the text without its gaps where it has any.
    private static func add(squeezing text: String, to texts: inout [String]) {
        let text = TextFolding.fold(text)
        add(text, to: &texts)
        // Nearly all numbers are letters and digits of ASCII alone.
        if text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "-") }) { return }
        let squeezed = text.filter { !isGap($0) }
        if squeezed != text { add(squeezed, to: &texts) }
    }

    private static func add(_ text: String, to texts: inout [String]) {
        if !text.isEmpty { texts.append(text) }
    }

    /// What stands between the digits of a number and is not typed: blanks and dashes of every kind.
    static func isGap(_ character: Character) -> Bool {
        character.isWhitespace
            || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .dashPunctuation }
    }
}
