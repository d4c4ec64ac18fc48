public import Cards

extension SQLiteCardStore {
    public func conflict(of identifier: CardID) throws -> CardConflict? {
        try connection.reading { () throws(StoreError) in try ConflictReading(tables).conflict(of: identifier) }
    }

    public func conflictedCards() throws -> [CardSummary] { try tables.cards.conflictedSummaries() }

    public func hasConflictedCards() throws -> Bool { try tables.conflicts.hasCards() }

    public func resolve(_ choice: ConflictChoice) throws -> FieldSet {
        var decided: FieldSet = []
        let changed = try write { () throws(StoreError) in
            try tables.logStep(.change) { () throws(StoreError) in
                decided = try tables.decidable(choice)
                return try tables.resolve(choice, in: decided, at: clock.now())
            }
        }
        // The card's conflict mark disappears even where its values stay.
        if changed.isEmpty { notify(changed: [choice.identifier]) }
        notify(applied: changed)
        notifyPending()
        return decided
    }
}

extension Tables {
    /// The fields in which all sides still have the values that the user saw; none for a card that is gone.
    fileprivate func decidable(_ choice: ConflictChoice) throws(StoreError) -> FieldSet {
        guard let card = try cards.entry(choice.identifier)?.card,
            let kept = try ConflictReading(self).conflict(of: choice.identifier)
        else { return [] }
        return choice.fields.filter {
            kept.fields.contains($0) && kept.isSame($0, as: choice.conflict) && card.isEqual(to: choice.mine, in: $0)
        }
    }

    fileprivate func resolve(
        _ choice: ConflictChoice, in fields: FieldSet, at time: Timestamp
    ) throws(StoreError) -> ChangedCards {
        guard !fields.isEmpty, let card = try cards.entry(choice.identifier)?.card else { return ChangedCards() }
        for backend in try backends.all() {
            try conflicts.dropResolvedFields(of: card, deciding: fields, with: backend)
        }
        try VaultChanges(self).settle(fields, of: choice.identifier)
        let changed = fields.filter { !card.isEqual(to: choice.result, in: $0) }
        if changed.isEmpty { return ChangedCards() }
        return try apply([.set(CardPatch(values: choice.result, fields: changed))], at: time)
    }
}

/// Reads the conflict of a card: the value that it shows, those that are kept beside it, and who set each and when. Runs inside a transaction
/// of the caller.
struct ConflictReading {
    private let tables: Tables

    init(_ tables: Tables) { self.tables = tables }

    /// Nil for a card without a conflict, and for one that is gone.
    func conflict(of identifier: CardID) throws(StoreError) -> CardConflict? {
        let kept = try tables.conflicts.all(of: identifier)
        guard let first = kept.first, let card = try tables.cards.entry(identifier)?.card else { return nil }
        let devices = try Devices(tables, of: card)
        let hidden = try devices?.hidden(beside: card) ?? [:]
        var others: [CardField: [Value]] = [:]
        for (side, theirs) in kept {
            for field in theirs.fields {
                guard let device = side.device else {
                    others[field, default: []].append(Value(.backend(side), card: theirs.values))
                    continue
                }
                // Each device's value, and an older one that it left beside.
                let values = (hidden[field] ?? []).filter { $0.device == device }.map(\.value)
                others[field, default: []] +=
                    values.isEmpty
                    ? [Value(devices?.source(of: device) ?? .device(""), card: theirs.values)] : values
            }
        }
        let shown = try shown(FieldSet(others.keys), in: card, devices)
        var sides: [CardField: [ConflictSide]] = [:]
        for (field, values) in others {
            // What no device and no backend is known to have set was set here.
            let first = shown[field] ?? Value(.here(devices?.name), ownNumber: .max, card: card)
            sides[field] = Self.sides(first, beside: values, field)
        }
        return CardConflict(identifier, with: first.side, sides: sides)
    }

    /// A value of a field, and who set it.
    fileprivate struct Value {
        let source: ConflictSide.Source
        let time: Timestamp?
        /// Orders what this device wrote; nil for what others did.
        let ownNumber: Int64?
        let card: Card

        init(_ source: ConflictSide.Source, time: Timestamp? = nil, ownNumber: Int64? = nil, card: Card) {
            self.source = source
            self.time = time
            self.ownNumber = ownNumber
            self.card = card
        }
    }

    /// The same value is one side, whoever has it.
    private static func sides(_ shown: Value, beside others: [Value], _ field: CardField) -> [ConflictSide] {
        var values = [shown]
        for other in others where !values.contains(where: { $0.card.isEqual(to: other.card, in: field) }) {
            values.append(other)
        }
        let mine = values.indices.filter { values[$0].ownNumber != nil }.max {
            (values[$0].ownNumber ?? 0) < (values[$1].ownNumber ?? 0)
        }
        var counts: [ConflictSide.Source: Int] = [:]
        return values.indices.map { index in
            let value = values[index]
            counts[value.source, default: 0] += 1
            return ConflictSide(
                value.source, number: counts[value.source] ?? 1, time: value.time, isMine: index == mine,
                isShown: index == 0, card: value.card)
        }
    }

    // MARK: - The value that the card shows

    /// More entries of the log are not read: who changed a field before is this device.
    private static let searchedEntries = 1000

    /// Who set the values of these fields, as far as the devices or the log tell it.
    private func shown(_ fields: FieldSet, in card: Card, _ devices: Devices?) throws(StoreError) -> [CardField:
        Value]
    {
        var found: [CardField: Value] = [:]
        let batched = devices?.batched ?? 0
        for dated in try tables.log.history(of: card.identifier, from: .newest, limit: Self.searchedEntries) {
            let open = fields.filter { found[$0] == nil }
            if open.isEmpty { break }
            if dated.sequence <= batched { break }
            guard let bytes = dated.entry?.fields, let members = try? JSONParser.parse(bytes).object else { continue }
            for field in open where members[field.logKey] != nil {
                found[field] = try value(of: card, setBy: dated, devices)
            }
        }
        for field in fields where found[field] == nil {
            found[field] = try devices?.shown(field, in: card)
        }
        return found
    }

    private func value(of card: Card, setBy dated: ChangeLog.DatedEntry, _ devices: Devices?) throws(StoreError)
        -> Value
    {
        let source = try dated.source { number throws(StoreError) in
            try tables.backends.address(number)
        } deviceName: { text throws(StoreError) in
            devices?.names[text]
        }
        switch source {
        case .device(let name): return Value(.device(name ?? ""), time: dated.time, card: card)
        case .backend(let address?):
            return Value(.backend(BackendID(normalizedURL: address)), time: dated.time, card: card)
        default: return Value(.here(devices?.name), time: dated.time, ownNumber: .max, card: card)
        }
    }
}

extension CardField {
    /// The name of its values in the log.
    fileprivate var logKey: String {
        if case .unknown(let key) = self { return key.text }
        return definition?.key ?? label
    }
}

/// What the batches of the vault say about the values of a card.
private struct Devices {
    /// Up to which entry the log is in batches.
    let batched: Int64
    /// The name of this device.
    let name: String?
    /// By what stands for a device in the log.
    let names: [String: String]
    private let numbers: VaultNumbers
    private let versions: CardVersions
    private let own: DeviceID
    private let labels: [DeviceID: String]
    private let conflicts: DeviceConflicts

    /// Nil where the cards are not shared.
    init?(_ tables: Tables, of card: Card) throws(StoreError) {
        guard let entry = try tables.vault.entry() else { return nil }
        numbers = try VaultNumbers(tables.vault.connection)
        guard let own = numbers.device(numbered: entry.device) else { return nil }
        self.own = own
        batched = entry.sequence
        versions = try tables.versions.versions(of: card.identifier, numbers)
        conflicts = DeviceConflicts(tables, numbers)
        let labels = Dictionary(
            try tables.vault.devices().map { ($0.id, $0.label) }, uniquingKeysWith: { first, _ in first })
        self.labels = labels
        name = labels[own]
        names = Dictionary(
            labels.map { (ChangeLog.devicePrefix + $0.key.text, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    func source(of device: DeviceID) -> ConflictSide.Source {
        device == own ? .here(name) : .device(labels[device] ?? "")
    }

    /// The values that the card does not show, the latest first, each with the device under which it is kept.
    func hidden(beside card: Card) throws(StoreError) -> [CardField: [(device: DeviceID, value: ConflictReading.Value)]]
    {
        var values: [CardField: [(device: DeviceID, value: ConflictReading.Value)]] = [:]
        for hidden in try conflicts.hidden(beside: card, versions) {
            guard let value = try value(hidden.card, setBy: hidden.batches) else { continue }
            values[hidden.field, default: []].append((device: hidden.latest.device, value: value))
        }
        return values
    }

    /// The value that the card shows; nil for a field that came with no batch.
    func shown(_ field: CardField, in card: Card) throws(StoreError) -> ConflictReading.Value? {
        guard let key = SharedFields.key(of: field), let batches = versions.shown[key] else { return nil }
        return try value(card, setBy: batches)
    }

    /// One that several set, among them this device, is its own.
    private func value(_ card: Card, setBy batches: [BatchID]) throws(StoreError) -> ConflictReading.Value? {
        let ours = batches.filter { $0.device == own }
        guard let latest = try conflicts.latest(of: ours.isEmpty ? batches : ours) else { return nil }
        return ConflictReading.Value(
            source(of: latest.batch.device), time: latest.time.timestamp, ownNumber: ours.map(\.number).max(),
            card: card)
    }
}
