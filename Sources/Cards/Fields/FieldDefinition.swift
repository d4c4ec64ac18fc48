/// The definition of one field of a card. ``all`` is the table of fields, which JSON, merge, history, the store's columns, the
/// form, the conflict screen, the card page and the commands iterate. It holds no card's value.
public final class FieldDefinition: Sendable {
    /// Gets and sets the value in a card. A class: whoever looks at the kind of a field copies one reference.
    public final class Access<Value>: Sendable {
        public let get: @Sendable (Card) -> Value
        public let set: @Sendable (inout Card, Value) -> Void

        init(_ get: @escaping @Sendable (Card) -> Value, _ set: @escaping @Sendable (inout Card, Value) -> Void) {
            self.get = get
            self.set = set
        }
    }

    /// The kind of a field's value. All code that depends on it switches over it.
    public enum Kind: Sendable {
        /// Empty text means none.
        case text(Access<String>, Text)
        /// An ISO 4217 code; nil for points.
        case currency(Access<String?>)
        case texts(Access<[String]>)
        case day(Access<CalendarDay?>)
        case color(Access<CardColor?>)
        case time(Access<Timestamp?>)
        case flag(Access<Bool>, on: String, off: String)
        case photo(Access<PhotoHash?>)
        case barcode(Access<Barcode?>)
        /// Several entries, each of which is one line of text.
        case entries(EntryAccess)
    }

    /// The role of a text field.
    public enum Text: Sendable {
        /// One line with a dedicated position on the screens.
        case line
        /// Several lines, kept as typed.
        case note
        /// A decimal number, see ``Balance``.
        case amount
        /// One line without a dedicated position: the card page and the command `show` list these, and the search covers them.
        case detail(isLink: Bool)
        /// Periods before the expiry date, see ``ReminderPeriods``.
        case periods
    }

    public let field: CardField
    /// The key in JSON. The store's columns and the command line's options are named after it.
    public let key: String
    /// The name in the form and in lists of fields.
    public let label: String
    /// The noun in a sentence such as "changed the note of Cedar Library"; nil where a change is described in another way or not at
    /// all.
    public let noun: String?
    /// The form field, which also sets the reading order; nil for a field that is not in the form. A barcode has two more form
    /// fields after it.
    public let formField: DraftField?
    /// The form field after which a field that is not in the form is listed.
    private let readAfter: DraftField?
    public let kind: Kind
    /// Whether a card has a value of it that can be read. Made once: an import asks for a million cards.
    private let presence: @Sendable (Card) -> Bool
    /// What precedes its value in a JSON object in one line.
    let memberStart: [UInt8]

    init(
        _ field: CardField, key: String, label: String? = nil, noun: String?, form: DraftField? = nil,
        readAfter: DraftField? = nil, _ kind: Kind
    ) {
        self.field = field
        self.key = key
        self.label = label ?? key
        self.noun = noun
        self.formField = form
        self.readAfter = readAfter
        self.kind = kind
        presence = kind.presence
        memberStart = Array(",\"\(key)\":".utf8)
    }

    /// Whether it has a value that can be read.
    func hasValue(in card: Card) -> Bool { presence(card) }

    // MARK: - Looking up

    private static let byFormField = Dictionary(
        uniqueKeysWithValues: all.compactMap { definition in definition.formField.map { ($0, definition) } })

    /// The field with this key in JSON; nil for another member. What is kept under a key of a field in ``Card/unknownFields`` belongs to the
    /// field. An import asks for millions: no key is hashed.
    static func withKey(_ key: String) -> FieldDefinition? {
        let count = key.utf8.count
        return count < byKeyBytes.count ? byKeyBytes[count].first { $0.key == key } : nil
    }

    private static let byKeyBytes: [[FieldDefinition]] = {
        let most = all.map(\.key.utf8.count).max() ?? 0
        return (0...most).map { count in all.filter { $0.key.utf8.count == count } }
    }()

    /// The definition for a form field.
    static func typed(in field: DraftField) -> FieldDefinition? {
        byFormField[DraftField.ofBarcode.contains(field) ? .barcode : field]
    }

    /// The form's order; a field that is not in the form follows its neighbor, or comes last.
    static let inReadingOrder: [FieldDefinition] =
        DraftField.allCases.flatMap { draftField in all.filter { ($0.formField ?? $0.readAfter) == draftField } }
        + all.filter { $0.formField == nil && $0.readAfter == nil }

    public var isPhoto: Bool { if case .photo = kind { true } else { false } }

    /// Whether the value names photos: one, or a list of them.
    public var hasPhotos: Bool { isPhoto || field == .pictures }
}

extension FieldDefinition.Kind {
    fileprivate var presence: @Sendable (Card) -> Bool {
        switch self {
        case .text(let access, _): { !access.get($0).isEmpty }
        case .currency(let access): { access.get($0) != nil }
        case .texts(let access): { !access.get($0).isEmpty }
        case .day(let access): { access.get($0) != nil }
        case .color(let access): { access.get($0) != nil }
        case .time(let access): { access.get($0) != nil }
        case .flag(let access, _, _): access.get
        case .photo(let access): { access.get($0) != nil }
        case .barcode(let access): { access.get($0) != nil }
        case .entries(let entries): { entries.count($0) > 0 }
        }
    }
}

extension FieldDefinition {
    /// All fields, in JSON order.
    ///
    /// A new field is a property of ``Card``, a case of ``CardField`` and a row here; a form field is also a case of
    /// ``DraftField``. Its column is added by a step of the store's schema.
    public static let all: [FieldDefinition] = [
        FieldDefinition(
            .name, key: "name", noun: "name", form: .name,
            .text(Access({ $0.name }, { $0.name = $1 }), .line)),
        FieldDefinition(
            .front, key: "front", noun: "front photo", form: .front,
            .photo(Access({ $0.front }, { $0.front = $1 }))),
        FieldDefinition(
            .back, key: "back", noun: "back photo", form: .back,
            .photo(Access({ $0.back }, { $0.back = $1 }))),
        FieldDefinition(
            .number, key: "number", noun: "number", form: .number,
            .text(Access({ $0.number }, { $0.number = $1 }), .line)),
        FieldDefinition(
            .barcode, key: "barcode", noun: "barcode", form: .barcode,
            .barcode(Access({ $0.barcode }, { $0.barcode = $1 }))),
        FieldDefinition(
            .note, key: "note", noun: "note", form: .note,
            .text(Access({ $0.note }, { $0.note = $1 }), .note)),
        FieldDefinition(
            .balance, key: "balance", noun: "balance", form: .balance,
            .text(Access({ $0.balance }, { $0.balance = $1 }), .amount)),
        FieldDefinition(
            .currency, key: "currency", noun: "currency", form: .currency,
            .currency(Access({ $0.currency }, { $0.currency = $1 }))),
        FieldDefinition(
            .validFrom, key: "validFrom", label: "valid from", noun: "start date", form: .validFrom,
            .day(Access({ $0.validFrom }, { $0.validFrom = $1 }))),
        FieldDefinition(
            .expiry, key: "expiry", noun: "expiry date", form: .expiry,
            .day(Access({ $0.expiry }, { $0.expiry = $1 }))),
        FieldDefinition(
            .groups, key: "groups", noun: "groups", form: .groups,
            .texts(Access({ $0.groups }, { $0.groups = $1 }))),
        FieldDefinition(
            .color, key: "color", label: "color", noun: "color", form: .color,
            .color(Access({ $0.color }, { $0.color = $1 }))),
        FieldDefinition(
            .isStarred, key: "starred", label: "star", noun: nil, form: .isStarred,
            .flag(Access({ $0.isStarred }, { $0.isStarred = $1 }), on: "★ starred", off: "☆ not starred")),
        FieldDefinition(
            .isArchived, key: "archived", label: "archive", noun: nil, readAfter: .isStarred,
            .flag(Access({ $0.isArchived }, { $0.isArchived = $1 }), on: "archived", off: "not archived")),
        FieldDefinition(
            .created, key: "created", noun: nil,
            .time(Access({ $0.created }, { $0.created = $1 }))),
        FieldDefinition(
            .modified, key: "modified", noun: nil,
            .time(Access({ $0.modified }, { $0.modified = $1 }))),
        FieldDefinition(
            .icon, key: "icon", noun: "icon", form: .icon,
            .photo(Access({ $0.icon }, { $0.icon = $1 }))),
        FieldDefinition(
            .phone, key: "phone", noun: "phone number", form: .phone,
            .text(Access({ $0.phone }, { $0.phone = $1 }), .detail(isLink: false))),
        FieldDefinition(
            .website, key: "website", noun: "website", form: .website,
            .text(Access({ $0.website }, { $0.website = $1 }), .detail(isLink: true))),
        FieldDefinition(
            .remindBefore, key: "remindBefore", label: "remind", noun: "reminders", form: .remindBefore,
            .text(Access({ $0.remindBefore }, { $0.remindBefore = $1 }), .periods)),
        FieldDefinition(
            .codes, key: "codes", noun: "codes", form: .codes,
            .entries(EntryAccess(Access({ $0.codes }, { $0.codes = $1 })))),
        FieldDefinition(
            .ownFields, key: "fields", noun: "custom fields", form: .ownFields,
            .entries(EntryAccess(Access({ $0.ownFields }, { $0.ownFields = $1 })))),
        FieldDefinition(
            .pictures, key: "pictures", noun: "pictures", form: .pictures,
            .entries(EntryAccess(Access({ $0.pictures }, { $0.pictures = $1 })))),
        FieldDefinition(
            .used, key: "used", noun: nil,
            .day(Access({ $0.used }, { $0.used = $1 }))),
    ]
}
