public import Cards

/// Something that is picked out of a list, in a sheet over the screen on top.
public enum PickerRequest: Hashable, Sendable {
    /// What to do: all that can be done now, by its title.
    case command
    case order
    /// A group for the chosen cards.
    case group(GroupPick)
    case theme
    /// Where a barcode is looked for.
    case barcodeSource(BarcodeSources)
    /// One of the codes that were found.
    case barcode(FoundBarcodes)
}

/// Groups to pick from, for cards that were chosen before.
public struct GroupPick: Hashable, Sendable {
    public let names: [String]
    public let cards: [CardID]
    /// The name of the card, or how many cards it is about.
    public let label: String
    /// The groups that all of the cards are in.
    public let current: [String]
}

/// Where a barcode can be looked for.
public enum BarcodeSource: Hashable, Sendable {
    /// Of the card in the form.
    case photo(Card.Side)
    /// A picture or a PDF.
    case file
    case camera
}

/// All sources in which a barcode can be looked for now.
public struct BarcodeSources: Hashable, Sendable {
    /// The photos that the card in the form has.
    public let sides: [Card.Side]

    public var all: [BarcodeSource] { sides.map { .photo($0) } + [.file, .camera] }
}

/// Several codes of one picture or document, to pick one from.
public struct FoundBarcodes: Hashable, Sendable {
    public let codes: [FoundBarcode]
    /// How they were read: "off the front photo".
    public let how: String

    init(_ codes: [FoundBarcode], read how: String) { (self.codes, self.how) = (codes, how) }
}
