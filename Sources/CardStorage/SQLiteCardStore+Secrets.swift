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
            try tables.secrets.forget(label, of: card)
            // No step: nothing can bring it back. The entry says so in the history, and that a new backup is wanted.
            _ = try tables.log.append(secretOf: card, at: clock.now())
            return true
        }
        if isForgotten {
            truncateLog()
            notify(changed: [card])
        }
        return isForgotten
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
        let sequence = try tables.log.append(secretOf: card, at: time)
        try tables.secrets.write(value, label: label, of: card, with: sequence, place: place)
        changed.insert(card)
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
