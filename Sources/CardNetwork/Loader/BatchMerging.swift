internal import Cards

/// Merges the batches of a download one at a time, while the next is being read: reading takes as long as writing.
actor BatchMerging {
    /// The result so far.
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
        self.store = store
        self.backend = backend
        self.download = download
    }

    /// Begins to merge these when the previous batch is merged. Throws the error of the previous batch.
    func begin(_ patches: [CardPatch]) async throws {
        try await end()
        isBusy = true
        running = Task { try await merge(patches) }
    }

    /// Waits for the current batch; throws the store's error.
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
