/// The definition of one field of a card. ``all`` is the table of fields, which JSON, merge, history, the store's columns, the
/// form, the conflict screen, the card page and the commands iterate. It holds no card's value.
public final class FieldDefinition: Sendable {
    /// Gets and sets the value in a card.
    public struct Access<Value>: Sendable {
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
    }

    // MARK: - Looking up

    private static let byFormField = Dictionary(
        uniqueKeysWithValues: all.compactMap { definition in definition.formField.map { ($0, definition) } })

    /// The definition for a form field.
    static func typed(in field: DraftField) -> FieldDefinition? {
        byFormField[DraftField.ofBarcode.contains(field) ? .barcode : field]
    }

    /// The form's order; a field that is not in the form follows its neighbor, or comes last.
    static let inReadingOrder: [FieldDefinition] =
        DraftField.allCases.flatMap { draftField in all.filter { ($0.formField ?? $0.readAfter) == draftField } }
        + all.filter { $0.formField == nil && $0.readAfter == nil }

    /// The keys of all fields. What is kept under one of them in ``Card/unknownFields`` belongs to the field.
    static let keys = Set(all.map { ExactText($0.key) })

    public var isPhoto: Bool { if case .photo = kind { true } else { false } }

    /// Whether the value names photos: one, or a list of them.
    public var hasPhotos: Bool { isPhoto || field == .pictures }
}
