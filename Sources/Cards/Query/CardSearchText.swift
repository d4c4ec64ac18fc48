/// The folded texts of a card that are searched. A word must be within one of them; it never matches across two.
public struct CardSearchText: Hashable, Sendable {
    public let name: String
    /// The number, also without its gaps if it has any; the note; the barcode's value; the details, the own fields, the further codes
    /// and the labels of pictures, also without gaps. None is empty.
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
        for definition in FieldDefinition.lists {
            for text in definition.searched(card) { Self.add(squeezing: text, to: &others) }
        }
        self.others = others
        var groups: [String] = []
        for group in card.groups { Self.add(TextFolding.fold(group), to: &groups) }
        self.groups = groups
    }

    /// Adds the text, and if it has gaps, also the text without them.
    private static func add(squeezing text: String, to texts: inout [String]) {
        let text = TextFolding.fold(text)
        add(text, to: &texts)
        // Fast path: nearly all numbers are ASCII letters and digits.
        if text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "-") }) { return }
        let squeezed = text.filter { !isGap($0) }
        if squeezed != text { add(squeezed, to: &texts) }
    }

    private static func add(_ text: String, to texts: inout [String]) {
        if !text.isEmpty { texts.append(text) }
    }

    /// Characters between the digits of a number that are not typed: blanks and all dashes.
    static func isGap(_ character: Character) -> Bool {
        character.isWhitespace
            || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .dashPunctuation }
    }
}
