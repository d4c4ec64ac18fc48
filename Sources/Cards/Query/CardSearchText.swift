/// The texts of a card in which the words of a filter are looked for, folded. A word must stand in one of them; it is never
/// found across two.
public struct CardSearchText: Hashable, Sendable {
    public let name: String
    /// The number, and the number without its gaps where it is written with any; the note; the barcode's value. None is empty.
    public let others: [String]
    /// None is empty.
    public let groups: [String]

    public init(_ card: Card) {
        name = TextFolding.fold(card.name)
        var others: [String] = []
        let number = TextFolding.fold(card.number)
        // Nearly all numbers are letters and digits of ASCII alone.
        let isPlain = number.utf8.allSatisfy { (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "-") }
        Self.add(number, to: &others)
        if !isPlain {
            let squeezed = number.filter { !Self.isGap($0) }
            if squeezed != number { Self.add(squeezed, to: &others) }
        }
        Self.add(TextFolding.fold(card.note), to: &others)
        if let value = card.barcode?.value { Self.add(TextFolding.fold(value), to: &others) }
        self.others = others
        var groups: [String] = []
        for group in card.groups { Self.add(TextFolding.fold(group), to: &groups) }
        self.groups = groups
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
