/// The part of a card that a list row shows: a store reads thousands of these without reading notes or photos.
public struct CardSummary: Equatable, Sendable, Identifiable {
    public let id: CardID
    @ByCodePoints public var name: String
    @ByCodePoints public var number: String
    /// The first line of the note, at most 200 characters.
    @ByCodePoints public var noteLine: String
    @ByCodePoints public var groups: [String]
    private var days: Days
    public var color: CardColor?
    public var isStarred: Bool
    public var isArchived: Bool
    private let pictures: Pictures
    public var amountLeft: Balance?
    public var hasBarcode = false
    /// On this machine. Only a store knows.
    public var usage = CardUsage()
    /// Whether the user has to resolve a conflict, see ``CardConflict``. Only a store knows.
    public var hasConflict = false

    public init(_ card: Card) {
        id = card.identifier
        name = card.name
        number = card.number
        noteLine = Self.firstLine(of: card.note)
        groups = card.groups
        days = Days(validFrom: card.validFrom, expiry: card.expiry)
        color = card.color
        isStarred = card.isStarred
        isArchived = card.isArchived
        pictures = Pictures(front: card.front, back: card.back, icon: card.icon)
        amountLeft = card.amountLeft
        hasBarcode = card.barcode != nil
    }

    /// A row as a store reads it: thousands at once, without a whole card between.
    public init(
        id: CardID, name: String, number: String, noteLine: String, groups: [String], validFrom: CalendarDay?,
        expiry: CalendarDay?, color: CardColor?, isStarred: Bool, isArchived: Bool, front: PhotoHash?, back: PhotoHash?,
        icon: PhotoHash?, amountLeft: Balance?
    ) {
        self.id = id
        self.name = name
        self.number = number
        self.noteLine = noteLine
        self.groups = groups
        days = Days(validFrom: validFrom, expiry: expiry)
        self.color = color
        self.isStarred = isStarred
        self.isArchived = isArchived
        pictures = Pictures(front: front, back: back, icon: icon)
        self.amountLeft = amountLeft
    }

    private struct Pictures: Equatable, Sendable {
        let front, back, icon: PhotoHash?
    }

    private struct Days: Equatable, Sendable {
        var validFrom, expiry: CalendarDay?
        var next: LocalMoment?
    }

    public var validFrom: CalendarDay? {
        get { days.validFrom }
        set { days.validFrom = newValue }
    }
    public var expiry: CalendarDay? {
        get { days.expiry }
        set { days.expiry = newValue }
    }
    /// When it matters next, where the list is ordered by that. Only a store knows.
    public var next: LocalMoment? {
        get { days.next }
        set { days.next = newValue }
    }

    public var front: PhotoHash? { pictures.front }
    public var back: PhotoHash? { pictures.back }
    public var icon: PhotoHash? { pictures.icon }

    public static func firstLine(of note: String) -> String {
        // Fast paths: most notes are one line, and need no search for character boundaries.
        if note.utf8.count <= 200, note.utf8.allSatisfy({ $0 < 0x80 && !isNewline($0) }) { return note }
        let line = note.utf8.drop(while: isNewline).prefix { !isNewline($0) }.prefix(201)
        if line.allSatisfy({ $0 < 0x80 }) { return String(Substring(line.prefix(200))) }
        return String(note.drop(while: \.isNewline).prefix(200).prefix { !$0.isNewline })
    }

    private static func isNewline(_ byte: UInt8) -> Bool { (0x0A...0x0D).contains(byte) }
}

/// Local data about a card: never logged, never uploaded.
public struct CardUsage: Equatable, Sendable {
    public var lastUsed: Timestamp?
    public var uses: Int
    /// The chosen width of a barcode module, in thousandths of a column; nil for the default.
    public var moduleWidth: Int?

    public init(lastUsed: Timestamp? = nil, uses: Int = 0, moduleWidth: Int? = nil) {
        self.lastUsed = lastUsed
        self.uses = uses
        self.moduleWidth = moduleWidth
    }
}
