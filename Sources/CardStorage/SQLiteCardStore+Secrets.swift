internal import Basics
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
                if let opened, try !writing.merge(opened, of: received.card, by: received.device) { continue }
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
    /// - Parameter isCopy: whether these are the tables of a backup, in which a field may still have the label under which it was set.
    func forgetSecrets(_ label: String?, of card: CardID, isCopy: Bool = false) throws(StoreError) {
        let own = try sharedSecrets.secrets(of: card)
        let first = label.map { CardSecret.firstLabel(of: $0) }
        func hasLabel(_ field: SharedSecrets.Field, _ label: String?) -> Bool {
            label.map { TextFolding.fold($0) == TextFolding.fold(field.label) } ?? true
        }
        let isFirst = isCopy && !own.fields.contains { hasLabel($0, label) }
        var left = own
        left.forget { hasLabel($0, isFirst ? first : label) }
        var writing = SecretWriting(self, at: Timestamp(milliseconds: 0))
        try writing.replace(own, by: left, of: card, by: nil)
        let labels = label.map { label in
            Set([label, first ?? label].map { ExactText(TextFolding.fold($0)) })
        }
        try sharedSecrets.forgetGone(labels, of: card)
        try secrets.forgetFormer(labels, of: card)
        try sharedSecrets.send(card)
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
        if let old, old.isSameText(as: secret.value) {
            // Whoever sets it again may want a device to have it that could not read it.
            try tables.sharedSecrets.send(card)
            return .same
        }
        if old == nil, try tables.secrets.count(of: card) >= CardSecret.maximum { return .tooMany }
        try write(secret.value, label: label, of: card)
        return .set
    }

    /// - Parameter value: nil removes it.
    mutating func write(_ value: String?, label: String, of card: CardID, place: Int64? = nil) throws(StoreError) {
        let old = try tables.secrets.value(label, of: card)?.text
        if let old, let value, old.isSameText(as: value) { return }
        if old == nil, value == nil { return }
        let own = try tables.sharedSecrets.secrets(of: card)
        var new = own
        let secret = value.flatMap { try? CardSecret(label: label, value: $0) }
        guard secret != nil || value == nil else { return }
        new.set(label, to: secret, at: time)
        try replace(own, by: new, of: card, by: .here, place: place)
        try tables.sharedSecrets.send(card)
    }

    /// Merges what another device has. Returns false where the card is neither here nor in the trash: it may come yet.
    mutating func merge(_ received: SharedSecrets, of card: CardID, by device: DeviceID) throws(StoreError) -> Bool {
        let isHere = try tables.cards.name(card) != nil
        if !isHere {
            guard try tables.trash.holds(card) else { return false }
        }
        let own = try tables.sharedSecrets.secrets(of: card)
        var all = own
        all.formUnion(received)
        if all == own { return true }
        let known = try tables.sharedSecrets.labels(of: card)
        // A card in the trash has no entries of the log after its deletion.
        try replace(own, by: all, of: card, by: isHere ? .device(device) : nil)
        let forgotten = all.forgotten.filter { own.forgotten[$0.key] == nil }
        if !forgotten.isEmpty {
            let shown = own.fields.filter { $0.stamps.contains { forgotten[$0] != nil } }.map(\.label)
            // Who forgot a value may never have had it, and not know its label.
            let labels = forgotten.values.map(\.text) + shown + forgotten.keys.compactMap { known[$0.text] }
            try tables.secrets.forgetFormer(Set(labels.map { ExactText(TextFolding.fold($0)) }), of: card)
        }
        return true
    }

    /// Writes the fields that follow from the values.
    /// - Parameter device: who changed them; nil where nothing is logged, and nothing of what was before is kept.
    mutating func replace(
        _ old: SharedSecrets, by new: SharedSecrets, of card: CardID, by device: ChangeLog.Device?, place: Int64? = nil
    ) throws(StoreError) {
        let (before, after) = (old.fields, new.fields)
        func field(_ label: String, in fields: [SharedSecrets.Field]) -> SharedSecrets.Field? {
            fields.first { $0.label.isSameText(as: label) }
        }
        let removed = before.map(\.label).filter { field($0, in: after) == nil }
        for label in removed + after.map(\.label).reversed() {
            let (was, isNow) = (field(label, in: before), field(label, in: after))
            if let was, let isNow, was.value.isSameText(as: isNow.value) { continue }
            // One that has another label now is neither lost nor new.
            let ended = was.flatMap { field in field.stamps.contains { new.values[$0] != nil } ? nil : field }
            let isNew = isNow.map { field in !field.stamps.contains { old.values[$0] != nil } } ?? false
            var sequence = try tables.log.lastSequence()
            if let device, ended != nil || isNew {
                sequence = try tables.log.append(secretOf: card, by: device, at: time)
                try tables.secrets.note(former: ended?.value, label: label, of: card, with: sequence, place: place)
            }
            try tables.secrets.set(isNow?.value, label: label, of: card, place: place ?? sequence)
            changed.insert(card)
        }
        try tables.sharedSecrets.write(new, of: card)
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
