/// Everything that the program has to know of one field of a card. ``all`` is the table of fields; JSON, merge, history, the
/// store's columns, the form, the conflict screen, the card page and the commands walk it. It holds no value of any card.
public final class FieldDefinition: Sendable {
    /// Reads and sets the value of one card.
    public struct Access<Value>: Sendable {
        public let get: @Sendable (Card) -> Value
        public let set: @Sendable (inout Card, Value) -> Void

        init(_ get: @escaping @Sendable (Card) -> Value, _ set: @escaping @Sendable (inout Card, Value) -> Void) {
            (self.get, self.set) = (get, set)
        }
    }

    /// What kind of value the field has. Everything that depends on the kind switches over it.
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
    }

    /// What a text is for.
    public enum Text: Sendable {
        /// One line, which every screen shows in its own place.
        case line
        /// Lines and paragraphs, kept as they were typed.
        case note
        /// A decimal number, see ``Balance``.
        case amount
        /// One line without a place of its own: the card page and the command `show` list these, and words are looked for in them.
        case detail(isLink: Bool)
    }

    public let field: CardField
    /// The member's name in JSON. The store's columns and the command line's options are named after it.
    public let key: String
    /// The name in the form and in lists of fields.
    public let label: String
    /// The name in a sentence, as in "changed the note of Cedar Library"; nil where a change has words of its own or none.
    public let noun: String?
    /// Where the field is typed, and its place in the reading order; nil for one that the form does not have. A barcode has two
    /// more fields behind it.
    public let formField: DraftField?
    /// The place in the reading order of a field that the form does not have.
    private let readBehind: DraftField?
    public let kind: Kind
    /// Whether a value of JSON that cannot be the field's is kept under its key among ``Card/unknownFields``, as if there was no such field;
    /// otherwise the card is refused. For fields that came later: backends may have something else under their keys.
    let keepsOtherValues: Bool

    init(
        _ field: CardField, key: String, label: String? = nil, noun: String?, form: DraftField? = nil,
        readBehind: DraftField? = nil, keepsOtherValues: Bool = false, _ kind: Kind
    ) {
        (self.field, self.key, self.label, self.noun) = (field, key, label ?? key, noun)
        (self.formField, self.readBehind, self.kind) = (form, readBehind, kind)
        self.keepsOtherValues = keepsOtherValues
    }

    // MARK: - Looking up

    static let byField = Dictionary(uniqueKeysWithValues: all.map { ($0.field, $0) })
    private static let byFormField = Dictionary(
        uniqueKeysWithValues: all.compactMap { definition in definition.formField.map { ($0, definition) } })

    /// The field that a part of the form is about.
    static func typed(in field: DraftField) -> FieldDefinition? {
        byFormField[DraftField.ofBarcode.contains(field) ? .barcode : field]
    }

    /// The form's order; what the form does not have stands behind its neighbor there, or last.
    static let inReadingOrder: [FieldDefinition] =
        DraftField.allCases.flatMap { place in all.filter { ($0.formField ?? $0.readBehind) == place } }
        + all.filter { $0.formField == nil && $0.readBehind == nil }

    /// The keys under which a value of another type may be kept: it belongs to the field, not to the members that are only kept.
    static let keysOfOtherValues = Set(all.filter(\.keepsOtherValues).map { ExactText($0.key) })

    public var isPhoto: Bool { if case .photo = kind { true } else { false } }
}
