internal import Cards

/// Hands the batches of one download to the store, one at a time, while the next is read: reading takes as long as writing.
actor BatchMerging {
    /// What has been merged so far.
    struct Merged: Sendable {
        var cards = 0
        var report = MergeReport()
    }

    private let store: any BackendStore
    private let backend: BackendID
    private let download: Int
    private var running: Task<Void, any Error>?

    private(set) var merged = Merged()
    private(set) var isBusy = false

    init(store: any BackendStore, backend: BackendID, download: Int) {
        (self.store, self.backend, self.download) = (store, backend, download)
    }

    /// Begins to merge these, as soon as those before are merged. Throws what that came to.
    func begin(_ patches: [CardPatch]) async throws {
        try await end()
        isBusy = true
        running = Task { try await merge(patches) }
    }

    /// Returns when nothing is being merged any more; throws what the store has thrown.
    func end() async throws {
        defer { running = nil }
        try await running?.value
    }

    private func merge(_ patches: [CardPatch]) async throws {
        defer { isBusy = false }
        let report = try await store.merge(patches, from: backend, download: download)
        merged.cards += patches.count
        merged.report += report
    }
}
