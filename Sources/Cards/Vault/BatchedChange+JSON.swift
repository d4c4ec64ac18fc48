extension BatchedChange {
    private enum Key {
        static let (card, delete, set, beside) = ("card", "delete", "set", "beside")
        static let (groups, add, remove, entries) = ("groups", "add", "remove", "entries")
        static let (reminders, secrets, imported) = ("reminded", "secrets", "imported")
    }

    /// Its canonical text.
    public var bytes: [UInt8] { JSONWriter.bytes(of: json) }

    private var json: JSON {
        var members: [(key: String, value: JSON)] = [(Key.card, .string(card.text))]
        if isDeletion { members.append((Key.delete, .bool(true))) }
        if !values.isEmpty {
            members.append(
                (Key.set, .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }))))
        }
        if !beside.isEmpty {
            let siblings = beside.sorted { $0.key < $1.key }.map {
                ($0.key.text, JSON.array($0.value.sorted().map(\.json)))
            }
            members.append((Key.beside, .object(JSONObject(siblings))))
        }
        if !addedGroups.isEmpty || !removedGroups.isEmpty {
            func names(_ groups: [String]) -> JSON {
                .array(groups.map { ExactText($0) }.sorted().map { .string($0.text) })
            }
            let groups: JSONObject = [Key.add: names(addedGroups), Key.remove: names(removedGroups)]
            members.append((Key.groups, .object(groups)))
        }
        if !entries.isEmpty { members.append((Key.entries, .array(entries.map(\.json)))) }
        if !reminders.isEmpty { members.append((Key.reminders, .array(reminders.map(\.json)))) }
        if let secrets { members.append((Key.secrets, .string(secrets))) }
        if !imported.isEmpty {
            members.append(
                (Key.imported, .object(JSONObject(imported.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) })))
            )
        }
        return .object(JSONObject(members))
    }

    /// Unknown members of a change are left out: what a newer version adds beside these has a larger format.
    init(_ json: JSON) throws(BatchError) {
        guard let card = json[Key.card]?.string.flatMap({ CardID($0) }) else {
            throw BatchError("has a change without a card")
        }
        self.init(card, isDeletion: json[Key.delete]?.bool == true)
        for (key, value) in json[Key.set]?.object ?? [:] { values[ExactText(key)] = value }
        for (key, value) in json[Key.beside]?.object ?? [:] {
            beside[ExactText(key)] = (value.array ?? []).compactMap { BatchID($0) }
        }
        addedGroups = Self.names(json[Key.groups]?[Key.add])
        removedGroups = Self.names(json[Key.groups]?[Key.remove])
        for element in json[Key.entries]?.array ?? [] {
            guard let entry = LedgerEntry(element, of: card) else { throw BatchError("has an invalid entry") }
            entries.append(entry)
        }
        reminders = (json[Key.reminders]?.array ?? []).compactMap { SentReminder($0, of: card) }
        secrets = json[Key.secrets]?.string
        for (key, value) in json[Key.imported]?.object ?? [:] { imported[ExactText(key)] = value }
    }

    private static func names(_ json: JSON?) -> [String] {
        (json?.array ?? []).compactMap(\.string).filter { !$0.isEmpty && $0.utf8.count <= CardBounds.lineBytes }
    }
}

/// A reminder in a batch. One that cannot be read is left out: without it the user is told twice, which is better than not at all.
extension SentReminder {
    var json: JSON {
        .object(["expiry": .string(expiry.text), "period": .string(period), "day": .string(day.text)] as JSONObject)
    }

    init?(_ json: JSON, of card: CardID) {
        guard let expiry = json["expiry"]?.string.flatMap({ CalendarDay($0) }),
            let period = json["period"]?.string, (1...16).contains(period.utf8.count),
            period.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let day = json["day"]?.string.flatMap({ CalendarDay($0) })
        else { return nil }
        self.init(card: card, expiry: expiry, period: period, day: day)
    }
}

/// An entry of a ledger in a batch.
extension LedgerEntry {
    var json: JSON {
        var members: [(key: String, value: JSON)] = [("id", .string(id.text)), ("kind", .string(content.name))]
        switch content {
        case .spend, .receive: break
        case .set(let value): members.append(("value", .string(value)))
        case .cancel(let other): members.append(("cancels", .string(other.text)))
        }
        members.append(("amount", .string(amount)))
        if let currency { members.append(("currency", .string(currency))) }
        members += [("day", .string(day.text)), ("recorded", .string(recorded.text))]
        if !note.isEmpty { members.append(("note", .string(note))) }
        return .object(JSONObject(members))
    }

    init?(_ json: JSON, of card: CardID) {
        guard let id = json["id"]?.string.flatMap({ ID($0) }), let amount = json["amount"]?.string,
            let value = ExactDecimal(amount), value.text.utf8.count <= 100,
            let day = json["day"]?.string.flatMap({ CalendarDay($0) }),
            let recorded = json["recorded"]?.string.flatMap({ Timestamp($0) })
        else { return nil }
        let content: Content
        switch json["kind"]?.string {
        case "spend": content = .spend
        case "receive": content = .receive
        case "set": content = .set(json["value"]?.string ?? "")
        case "cancel":
            guard let other = json["cancels"]?.string.flatMap({ ID($0) }) else { return nil }
            content = .cancel(other)
        default: return nil
        }
        let (currency, note) = (json["currency"]?.string, json["note"]?.string ?? "")
        guard (currency ?? "").utf8.count + note.utf8.count <= CardBounds.lineBytes else { return nil }
        self.init(
            id: id, card: card, content, amount: amount, currency: currency, day: day, recorded: recorded, note: note)
    }
}

/// A balance in a batch. What travels of money are the entries of the ledger; beside them only what was there before the first one, which
/// does not change when somebody spends: so entries of two devices add up.
public struct SharedBalance: Equatable, Sendable {
    /// Decimal text: what was there before the first entry; a balance that is no number as it is.
    public let opening: String
    /// Whether the card shows no balance once the sum is zero: somebody emptied the field.
    public let isEmptied: Bool

    /// The balance of a card whose entries that count add up to `sum`.
    public init(_ balance: String, entries sum: ExactDecimal, hasEntries: Bool) {
        isEmptied = balance.isEmpty && hasEntries
        if let number = ExactDecimal(balance.isEmpty && hasEntries ? "0" : balance) {
            opening = hasEntries ? (number - sum).text : balance
        } else {
            opening = balance
        }
    }

    public init?(_ json: JSON) {
        if let text = json.textOrDigits {
            opening = text
            isEmptied = false
        } else if let text = json["emptied"]?.string {
            opening = text
            isEmptied = true
        } else if json == .null {
            opening = ""
            isEmptied = false
        } else {
            return nil
        }
    }

    public var json: JSON { isEmptied ? .object(["emptied": .string(opening)] as JSONObject) : .string(opening) }

    /// Whether it is the number that the devices share already, whatever its places.
    public func isSame(as shared: JSON?) -> Bool {
        guard let other = shared.flatMap({ SharedBalance($0) }) else { return opening.isEmpty && !isEmptied }
        if isEmptied != other.isEmptied { return false }
        guard let (mine, theirs) = Self.numbers(opening, other.opening) else { return opening == other.opening }
        return mine == theirs
    }

    private static func numbers(_ left: String, _ right: String) -> (ExactDecimal, ExactDecimal)? {
        guard let left = ExactDecimal(left), let right = ExactDecimal(right) else { return nil }
        return (left, right)
    }

    /// The balance that the card shows.
    public func balance(entries sum: ExactDecimal, hasEntries: Bool) -> String {
        guard hasEntries, let number = ExactDecimal(opening.isEmpty ? "0" : opening) else { return opening }
        let total = number + sum
        return isEmptied && total.isZero ? "" : total.text
    }
}
