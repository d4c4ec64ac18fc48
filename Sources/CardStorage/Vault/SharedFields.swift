internal import Cards

/// The fields of a card as batches hold them: by their keys in JSON, photos by hash, groups and the balance apart.
enum SharedFields {
    static let groups: ExactText = "groups"
    static let all: ExactText = "*"
    /// Stands for the reminders of a card among its marked fields.
    static let reminders: ExactText = "*reminders"
    /// Stands for the secret fields of a card, encrypted.
    static let secrets: ExactText = "*secrets"

    /// The key of a field in a batch; nil for one that travels in another way.
    static func key(of field: CardField) -> ExactText? {
        if case .unknown(let key) = field { return key }
        return field == .groups ? nil : field.definition.map { ExactText($0.key) }
    }

    private static let fields: [ExactText: CardField] = Dictionary(
        CardField.known.compactMap { field in key(of: field).map { ($0, field) } },
        uniquingKeysWith: { first, _ in first })

    static func field(of key: ExactText) -> CardField { fields[key] ?? .unknown(key) }

    /// The value of the card under this key, which is not that of the balance; for an empty field what removes it.
    static func value(of key: ExactText, in card: Card) -> JSON {
        let field = field(of: key)
        let value = CardJSON.storedForm(of: card, fields: [field])[key.text] ?? .null
        guard field.definition?.isPhoto == true, let hash = value.string, PhotoHash(hash) != nil else {
            return value
        }
        return .object(["sha256": .string(hash)] as JSONObject)
    }

    /// The patch that these values are. A value that its field cannot read is kept, but for the name, which is left out.
    /// - Parameter reject: is told why.
    static func patch(
        _ values: [ExactText: JSON], of identifier: CardID, _ reject: (ExactText, CardJSONError) -> Void = { _, _ in }
    ) -> CardPatch {
        var patch = CardPatch(values: Card(identifier: identifier, name: ""), fields: [])
        for (key, value) in values where key != groups && key != CardVersions.balanceKey {
            var value = value
            let field = field(of: key)
            if field.definition?.isPhoto == true, let hash = value["sha256"] { value = hash }
            let one: CardPatch
            do throws(CardJSONError) {
                one = try CardJSON.patch(
                    from: [(key: key.text, value: value)], photos: .hash, identifier: identifier
                ).checked()
            } catch {
                // A name that is empty is that of a card without one.
                if error != .missingName { reject(key, error) }
                continue
            }
            // JSON knows no unknown member without a value.
            if case .unknown = field, value == .null {
                patch.fields.insert(field)
                continue
            }
            patch.values.copy(one.fields, from: one.values)
            patch.fields.formUnion(one.fields)
        }
        return patch.withoutBlankName
    }

    /// The groups in the order that every device of a vault gives them.
    static func sorted(_ groups: [String]) -> [String] { groups.map { ExactText($0) }.sorted().map(\.text) }
}

/// What the entries of a card that count add up to, in each currency: they need not be read again for each one that is added.
struct LedgerTotals {
    private var sums: [String?: ExactDecimal] = [:]
    private var hasEntries: Bool

    init(_ entries: [LedgerEntry]) {
        let ledger = Ledger(entries)
        for entry in ledger.entries where entry.cancelled == nil && ledger.counting.contains(entry.id) {
            sums[entry.currency, default: .zero] += entry.value
        }
        hasEntries = !ledger.entries.isEmpty
    }

    /// Adds entries that were written. False where others no longer count: then the totals are no longer right.
    mutating func add(_ changed: [LedgerTable.Stored]) -> Bool {
        for stored in changed {
            guard stored.counts, stored.entry.cancelled == nil else { return false }
            sums[stored.entry.currency, default: .zero] += stored.entry.value
            hasEntries = true
        }
        return true
    }

    /// The balance that a card in this currency shows.
    func balance(_ shared: SharedBalance, in currency: String?) -> String {
        shared.balance(entries: sums[currency] ?? .zero, hasEntries: hasEntries)
    }
}
