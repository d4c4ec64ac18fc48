public import Cards

extension SQLiteCardStore {
    public func secrets(of card: CardID) throws -> [CardSecret] { try tables.secrets.all(of: card) }

    public func secretCount(of cards: [CardID]?) throws -> Int {
        guard let cards else { return try tables.secrets.count() }
        return try cards.reduce(0) { count, card in
            try tables.checkCancellation()
            return try count + tables.secrets.count(of: card)
        }
    }

    public func set(_ secret: CardSecret, of card: CardID) throws -> Bool {
        var outcome = SecretOutcome.same
        var isHere = false
        let changed = try write { () throws(StoreError) in
            try tables.logStep(.change) { () throws(StoreError) in
                var writing = SecretWriting(tables, at: clock.now())
                isHere = try tables.cards.name(card) != nil
                guard isHere else { return ChangedCards() }
                outcome = try writing.set(secret, of: card)
                return writing.changed
            }
        }
        if outcome == .tooMany { throw SecretError.tooMany }
        notify(applied: changed)
        return isHere
    }

    public func add(_ card: CardPatch, with secrets: [CardSecret]) throws {
        // Before anything is written.
        if secrets.count > CardSecret.maximum { throw SecretError.tooMany }
        let changed = try write { () throws(StoreError) in
            try tables.logStep(.change) { () throws(StoreError) in
                let time = clock.now()
                var changed = try tables.apply([.set(card)], at: time)
                var writing = SecretWriting(tables, at: time)
                for secret in secrets { _ = try writing.set(secret, of: card.identifier) }
                changed.formUnion(writing.changed)
                return changed
            }
        }
        notify(applied: changed)
    }

    public func removeSecret(_ label: String, of card: CardID) throws -> Bool {
        let changed = try write { () throws(StoreError) in
            try tables.logStep(.change) { () throws(StoreError) in
                var writing = SecretWriting(tables, at: clock.now())
                guard try tables.cards.name(card) != nil else { return writing.changed }
                let known = try writing.known(label, of: card)
                try writing.write(nil, label: known, of: card)
                return writing.changed
            }
        }
        notify(applied: changed)
        return !changed.isEmpty
    }

    public func forgetSecrets(_ label: String?, of card: CardID) throws -> Bool {
        let isForgotten = try write { () throws(StoreError) in
            guard try tables.secrets.holds(label, of: card) else { return false }
            try tables.forgetSecrets(label, of: card)
            // No step: nothing can bring it back. The entry says so in the history, and that a new backup is wanted.
            _ = try tables.log.append(secretOf: card, at: clock.now())
            return true
        }
        if isForgotten {
            truncateLog()
            notify(changed: [card])
            notifyPending()
        }
        return isForgotten
    }
}

// MARK: - With other devices

extension SQLiteCardStore {
    public func secretsToSeal(limit: Int) throws -> [CardID: SharedSecrets] {
        var secrets: [CardID: SharedSecrets] = [:]
        for card in try tables.sharedSecrets.toSeal(limit: limit) {
            secrets[card] = try tables.sharedSecrets.secrets(of: card)
        }
        return secrets
    }

    public func setSealed(_ text: String, of secrets: SharedSecrets, _ card: CardID) throws {
        try write { () throws(StoreError) in
            guard try tables.sharedSecrets.secrets(of: card) == secrets else { return }
            try tables.sharedSecrets.setSealed(text, of: card)
        }
    }

    public func receivedSecrets(after row: Int64, limit: Int) throws -> [ReceivedSecrets] {
        if try tables.sharedSecrets.hasUnreadBatches() { try readPassedOverSecrets() }
        let devices = try Dictionary(
            tables.vault.devices().map { ($0.number, $0.id) }, uniquingKeysWith: { first, _ in first })
        return try tables.sharedSecrets.received(after: row, limit: limit).compactMap { found in
            devices[found.device].map {
                ReceivedSecrets(row: found.row, card: found.card, device: $0, text: found.text)
            }
        }
    }

    /// Takes the secret fields out of the batches that an older version merged.
    private func readPassedOverSecrets() throws {
        try writeLarge {
            var place: Int64? = 0
            let known = try tables.vault.known()
            let numbers = try VaultNumbers(connection)
            while let start = place {
                try tables.checkCancellation()
                let page = try batches(upTo: known, after: start, bytes: 4 << 20)
                for body in page.batches {
                    guard let batch = try? ChangeBatch(body.bytes) else { continue }
                    for change in batch.changes {
                        guard let text = change.secrets else { continue }
                        try tables.sharedSecrets.add(
                            received: text, of: change.card, from: numbers.device(batch.id.device))
                    }
                }
                place = page.next
            }
            try tables.sharedSecrets.setBatchesRead()
        }
    }

    public func merge(_ secrets: [(received: ReceivedSecrets, opened: SharedSecrets?)]) throws {
        if secrets.isEmpty { return }
        let changed = try write { () throws(StoreError) in
            var writing = SecretWriting(tables, at: clock.now())
            for (received, opened) in secrets {
                if let opened { try writing.merge(opened, of: received.card, by: received.device) }
                try tables.sharedSecrets.remove(received: received.row)
            }
            return writing.changed
        }
        if secrets.contains(where: { $0.opened?.forgotten.isEmpty == false }) { truncateLog() }
        notify(changed: changed.identifiers)
        if try tables.sharedSecrets.unsentCount() > 0 { notifyPending() }
    }
}

extension Tables {
    /// Removes secret fields with all that they ever were, for the other devices of the vault, too. Nil for all of the card.
    func forgetSecrets(_ label: String?, of card: CardID) throws(StoreError) {
        for label in try secrets.forget(label, of: card) { try sharedSecrets.forget(label, of: card) }
    }
}

/// Changes secret fields of cards that are here. Runs inside a transaction of the caller.
struct SecretWriting {
    private let tables: Tables
    private let time: Timestamp
    private(set) var changed = ChangedCards()

    init(_ tables: Tables, at time: Timestamp) { (self.tables, self.time) = (tables, time) }

    /// The label as the card has it: the same in other letters is the same field.
    func known(_ label: String, of card: CardID) throws(StoreError) -> String {
        let folded = TextFolding.fold(label)
        let labels = try tables.secrets.all(of: card).map(\.label)
        return labels.first { $0.isSameText(as: label) } ?? labels.first { TextFolding.fold($0) == folded } ?? label
    }

    mutating func set(_ secret: CardSecret, of card: CardID) throws(StoreError) -> SecretOutcome {
        let label = try known(secret.label, of: card)
        let old = try tables.secrets.value(label, of: card)?.text
        if let old, old.isSameText(as: secret.value) { return .same }
        if old == nil, try tables.secrets.count(of: card) >= CardSecret.maximum { return .tooMany }
        try write(secret.value, label: label, of: card)
        return .set
    }

    /// - Parameter value: nil removes it.
    mutating func write(_ value: String?, label: String, of card: CardID, place: Int64? = nil) throws(StoreError) {
        let old = try tables.secrets.value(label, of: card)?.text
        if let old, let value, old.isSameText(as: value) { return }
        if old == nil, value == nil { return }
        try log(value, label: label, of: card, by: .here, place: place)
        try tables.sharedSecrets.replace(label, of: card, isThere: value != nil, at: time)
    }

    private mutating func log(
        _ value: String?, label: String, of card: CardID, by device: ChangeLog.Device, place: Int64? = nil
    ) throws(StoreError) {
        let sequence = try tables.log.append(secretOf: card, by: device, at: time)
        try tables.secrets.write(value, label: label, of: card, with: sequence, place: place)
        changed.insert(card)
    }

    /// Merges what another device has. Nothing where the card is deleted for good.
    mutating func merge(_ received: SharedSecrets, of card: CardID, by device: DeviceID) throws(StoreError) {
        let isHere = try tables.cards.name(card) != nil
        if !isHere {
            guard try tables.trash.holds(card) else { return }
        }
        let own = try tables.sharedSecrets.secrets(of: card)
        var all = own
        let hasMoved = all.formUnion(received)
        if all == own { return }
        let before = Self.byLabel(own.values.values)
        let after = Self.byLabel(all.values.sorted { $0.key < $1.key }.map(\.value))
        for (label, _) in before where !after.contains(where: { $0.label == label }) {
            try set(nil, label, of: card, isHere: isHere, by: device)
        }
        for (label, value) in after where !before.contains(where: { $0 == (label, value) }) {
            try set(value.text, label, of: card, isHere: isHere, by: device)
        }
        for (stamp, label) in all.forgotten where own.forgotten[stamp] == nil {
            try tables.secrets.forgetFormer(label.text, of: card)
        }
        try tables.sharedSecrets.write(all, of: card)
        if hasMoved { try tables.sharedSecrets.send(card) }
    }

    private static func byLabel(_ secrets: some Sequence<CardSecret>) -> [(label: ExactText, value: ExactText)] {
        secrets.map { (label: ExactText($0.label), value: ExactText($0.value)) }
    }

    /// A card in the trash has no entries of the log after its deletion.
    private mutating func set(
        _ value: String?, _ label: ExactText, of card: CardID, isHere: Bool, by device: DeviceID
    ) throws(StoreError) {
        if isHere { return try log(value, label: label.text, of: card, by: .device(device)) }
        try tables.secrets.set(value, label: label.text, of: card, place: tables.log.lastSequence())
    }

    /// Brings back what a change replaced, where the card is here and nobody has it forgotten.
    mutating func revert(_ entry: ChangeLog.Entry) throws(StoreError) {
        guard let former = try tables.secrets.former(entry.sequence), try tables.cards.name(entry.card) != nil else {
            return
        }
        let label = try known(former.label, of: entry.card)
        try write(former.value, label: label, of: entry.card, place: former.place)
    }
}
