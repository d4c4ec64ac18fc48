/// What is deleted for good.
public enum ErasedContent: Equatable, Sendable {
    case cards([CardID])
    /// The secret field of a card with this label, with all that it ever was; nil for all of the card.
    case secrets(String?, of: CardID)
}

/// Deletes cards of the trash for good, with what this machine keeps of them beside the store: in automatic backups and in unsaved forms.
///
/// Copies come first: whatever ends the program in between leaves the cards in the trash, where they can be deleted again.
public struct CardErasure: Sendable {
    private let store: any CardStore
    private let drafts: (any DraftKeeping)?
    private let backups: (any BackupMaking)?

    /// - Parameters:
    ///   - drafts: nil where there are none, as in a demo.
    ///   - backups: nil where none are made.
    public init(_ store: any CardStore, drafts: (any DraftKeeping)?, backups: (any BackupMaking)?) {
        self.store = store
        self.drafts = drafts
        self.backups = backups
    }

    /// Cards that are not in the trash are left out. Throws if one of them would be kept somewhere; then nothing was deleted.
    public func erase(_ cards: [CardID]) async throws {
        // Once more than the store: what is not in the trash must stay in the backups, too.
        let trashed = Set(try await store.trash().map(\.id))
        let cards = cards.filter { trashed.contains($0) }
        let isBackupRemoved = try await backups?.erase(.cards(cards)) ?? false
        try await store.empty(cards)
        try await drafts?.removeAll(of: Set(cards))
        // The cards are deleted: a backup that cannot be made is told by the next attempt.
        if isBackupRemoved { _ = try? await backups?.makeBackup(isAsked: true) }
    }

    /// Deletes the secret field of a card with this label, with all that it ever was; nil for all of the card. Throws if it would be kept
    /// somewhere; then nothing was deleted.
    /// - Returns: false where there is, and was, none.
    public func eraseSecrets(_ label: String?, of card: CardID) async throws -> Bool {
        let isBackupRemoved = try await backups?.erase(.secrets(label, of: card)) ?? false
        let isErased = try await store.forgetSecrets(label, of: card)
        if isBackupRemoved { _ = try? await backups?.makeBackup(isAsked: true) }
        return isErased
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
