internal import Cards

/// Stores no draft: nothing of a demo outlives the program, and a made-up card must never be offered among real ones.
struct NoDrafts: DraftKeeping {
    func save(_ draft: StoredDraft) async {}
    func remove(_ key: StoredDraft.Key) async {}
    func removeAll(of cards: Set<CardID>) async {}
    func leftovers() async -> [StoredDraft] { [] }
}
