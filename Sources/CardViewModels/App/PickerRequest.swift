public import CardTransfer
public import Cards

/// What a picker, a sheet over the screen on top, offers to pick from.
public enum PickerRequest: Hashable, Sendable {
    /// One of the commands that are enabled now, by title.
    case command
    case order
    /// A group for the chosen cards.
    case group(GroupPick)
    /// A new name for a group.
    case groupName(GroupRenaming)
    /// The new last day of a card.
    case renewal(RenewalPick)
    case theme
    /// What the cards are to be shared with.
    case sharing
    /// A colour for the card in the form.
    case color
    /// A problem of the settings, to be fixed in the user's editor.
    case settingsProblems([SettingsProblem])
    /// The source in which to look for a barcode.
    case barcodeSource(BarcodeSources)
    /// One of the codes that were found.
    case barcode(FoundBarcodes)
    /// The format of an export.
    case exportFormat
    /// The cards to export.
    case exportedCards(ExportPick)
    /// What a column of an imported table is.
    case importField(FileColumn, index: Int)
    /// The encoding of an imported table, and the decimal mark of its amounts.
    case importEncoding(TableEncoding)
    case importDecimalMark(DecimalMark?)
    /// What of a card is restored from its history.
    case restore(RestorePick)
    /// What an import does with cards that are here already.
    case duplicates(ImportOptions.Duplicates)
}

/// The cards that may be exported, for a format that was chosen before.
public struct ExportPick: Hashable, Sendable {
    public let format: ExportFormat
    public let choices: [ExportedCards]
}

/// The cards to export.
public enum ExportedCards: Hashable, Sendable {
    case marked(Int)
    /// What the list shows: all cards, or those of a search.
    case shown(Int, areAll: Bool)
    /// Also those that the list does not show.
    case all
    case card(CardID, name: String)
}

/// Groups to pick from, for cards that were chosen before.
public struct GroupPick: Hashable, Sendable {
    public let names: [String]
    public let cards: [CardID]
    /// The card's name, or the number of cards.
    public let label: String
    /// The groups that contain all of the cards.
    public let current: [String]
}

/// How a card can be renewed.
public struct RenewalPick: Hashable, Sendable {
    public struct Choice: Hashable, Sendable {
        public let title: String
        public let renewal: CardRenewal
    }

    public let card: Card
    /// How a typed day is read.
    public let input: LocalInput
    public let choices: [Choice]
    /// See ``CardStore/meantDay(of:)``.
    private let meantDay: Int?

    /// The renewal that a typed text means.
    public func renewal(typed text: String) throws(TypingError) -> CardRenewal {
        try CardRenewal(card, typed: text, meaning: meantDay, input)
    }

    init(_ card: Card, meaning meantDay: Int?, _ input: LocalInput) {
        self.card = card
        self.meantDay = meantDay
        self.input = input
        var choices = [("1 year", CardRenewal.usual), ("2 years", "+2y"), ("6 months", "+6m"), ("1 month", "+1m")]
            .compactMap { title, text in
                (try? CardRenewal(card, typed: text, meaning: meantDay, input)).map {
                    Choice(title: title, renewal: $0)
                }
            }
        // Where the card is valid again from the day after its last one.
        if let start = card.expiry?.adding(DaySpan(days: 1)),
            let renewal = try? CardRenewal(card, typed: CardRenewal.usual, from: start, meaning: meantDay, input)
        {
            choices.append(Choice(title: "1 year, valid from \(input.format.text(start)) on", renewal: renewal))
        }
        self.choices = choices
    }
}

/// A source in which a barcode can be looked for.
public enum BarcodeSource: Hashable, Sendable {
    /// A photo of the card in the form.
    case photo(Card.Side)
    /// A picture or a PDF.
    case file
    case camera
}

/// The sources that are available now.
public struct BarcodeSources: Hashable, Sendable {
    /// The sides of which the card in the form has a photo.
    public let sides: [Card.Side]

    public var all: [BarcodeSource] { sides.map { .photo($0) } + [.file, .camera] }
}

/// Several codes from one picture or document, of which one is picked.
public struct FoundBarcodes: Hashable, Sendable {
    public let codes: [FoundBarcode]
    /// How they were read, for a message: "off the front photo".
    public let how: String
    /// The picture, for a card that has no front photo; nil for none.
    var photo: NewPhoto?

    init(_ codes: [FoundBarcode], read how: String) { (self.codes, self.how) = (codes, how) }
}
