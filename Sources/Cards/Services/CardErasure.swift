internal import Synchronization

/// What is deleted for good.
public enum ErasedContent: Equatable, Sendable {
    case cards([CardID])
    /// The secret field of a card with this label, with all that it ever was; nil for all of the card.
    case secrets(String?, of: CardID)
}

/// Deletes cards of the trash for good, with what this machine keeps of them beside the store: in automatic backups, in unsaved forms
/// and in texts that an editor has left.
///
/// Copies come first: whatever ends the program in between leaves the cards in the trash, where they can be deleted again.
public struct CardErasure: Sendable {
    private let store: any CardStore
    private let drafts: (any DraftKeeping)?
    private let texts: (any EditedTextKeeping)?
    private let backups: (any BackupMaking)?

    /// - Parameters:
    ///   - drafts: nil where there are none, as in a demo.
    ///   - texts: nil where there are none.
    ///   - backups: nil where none are made.
    public init(
        _ store: any CardStore, drafts: (any DraftKeeping)?, texts: (any EditedTextKeeping)? = nil,
        backups: (any BackupMaking)?
    ) {
        self.store = store
        self.drafts = drafts
        self.texts = texts
        self.backups = backups
    }

    /// Cards that are not in the trash are left out. Throws if one of them would be kept somewhere; then nothing was deleted.
    public func erase(_ cards: [CardID]) async throws {
        // Once more than the store: what is not in the trash must stay in the backups, too.
        let trashed = Set(try await store.trash().map(\.id))
        let cards = cards.filter { trashed.contains($0) }
        let isBackupRemoved = try await inBackups(.cards(cards)) { [store] in try await store.empty(cards) }
        try await drafts?.removeAll(of: Set(cards))
        await texts?.removeAll(of: Set(cards))
        // The cards are deleted: a backup that cannot be made is told by the next attempt.
        if isBackupRemoved { _ = try? await backups?.makeBackup(isAsked: true) }
    }

    /// Deletes the secret field of a card with this label, with all that it ever was; nil for all of the card. Throws if it would be kept
    /// somewhere; then nothing was deleted.
    /// - Returns: false where there is, and was, none.
    public func eraseSecrets(_ label: String?, of card: CardID) async throws -> Bool {
        let isErased = Mutex(false)
        let isBackupRemoved = try await inBackups(.secrets(label, of: card)) { [store] in
            let isForgotten = try await store.forgetSecrets(label, of: card)
            isErased.withLock { $0 = isForgotten }
        }
        if isBackupRemoved { _ = try? await backups?.makeBackup(isAsked: true) }
        return isErased.withLock { $0 }
    }

    private func inBackups(
        _ content: ErasedContent, _ deletes: @escaping @Sendable () async throws -> Void
    ) async throws -> Bool {
        if let backups { return try await backups.erase(content, deletes) }
        try await deletes()
        return false
    }
}

/// What a list without cards says of the trash.
public struct TrashSummary: Equatable, Sendable {
    public let count: Int
    /// Whether undo would restore one of these cards. Only valid while the list is empty: undo may first revert changes of cards in the
    /// list.
    public let isUndoable: Bool

    public init(count: Int = 0, isUndoable: Bool = false) { (self.count, self.isUndoable) = (count, isUndoable) }
}

/// A card in the trash, as a row shows it.
public struct TrashedCard: Equatable, Sendable, Identifiable {
    public var id: CardID { card.identifier }
    /// The card when it was deleted.
    public let card: Card
    public let deleted: Timestamp

    public init(card: Card, deleted: Timestamp) { (self.card, self.deleted) = (card, deleted) }
}
