internal import Cards

/// One download of a backend's list into the store, batch by batch, so that cards appear as they come.
struct ListDownload: Sendable {
    /// How far it is, and in the end what it came to.
    struct Progress: Sendable {
        var cards = 0
        var rejected = 0
        var firstRejection: String?
        /// Known only at the end.
        var absent = 0
    }

    static let maximumListBytes = 256 << 20
    private static let batchCards = 500
    private static let batchBytes = 4 << 20
    /// Cards that came wait no longer than this for others to be merged with.
    private static let patience = Duration.milliseconds(50)

    let client: HTTPClient
    let backend: BackendURL
    let store: any BackendStore
    let clock: any Clock<Duration>

    /// Throws ``NetworkError``, what the store throws, and `CancellationError`; what was merged before stays.
    func run(_ report: @Sendable (Progress) async -> Void) async throws -> Progress {
        let request = MyCardsEndpoint.cards.request(to: backend)
        return try await client.withResponse(to: request, maximumBodyBytes: Self.maximumListBytes) { response in
            try response.requireSuccess()
            let ticker = Task { [clock] in
                while !Task.isCancelled {
                    try await clock.sleep(for: Self.patience)
                    response.interrupt()
                }
            }
            defer { ticker.cancel() }
            return try await merge(response, report)
        }
    }

    private func merge(
        _ response: HTTPResponse, _ report: @Sendable (Progress) async -> Void
    ) async throws -> Progress {
        let download = try await store.beginDownload(from: backend.backend)
        var reader = CardListReader<MyCardsElement>(host: backend.hostAndPort)
        var batch: [CardPatch] = []
        var progress = Progress()
        var nameless = 0

        func mergeBatch() async throws {
            while !batch.isEmpty {
                let patches = Array(batch.prefix(Self.batchCards))
                batch.removeFirst(patches.count)
                nameless += try await store.merge(patches, from: backend.backend, download: download).nameless
                progress.cards += patches.count
            }
        }

        func tell() async {
            progress.rejected = reader.rejected + nameless
            progress.firstRejection =
                reader.firstRejection ?? (nameless > 0 ? words(for: CardJSONError.missingName) : nil)
            await report(progress)
        }

        do {
            while let chunk = try await response.nextChunk() {
                try reader.read(chunk, into: &batch)
                if chunk.isEmpty || batch.count >= Self.batchCards || batch.size >= Self.batchBytes {
                    try await mergeBatch()
                    await tell()
                }
            }
            try reader.finish()
        } catch {
            // The list broke, the cards before the break did not.
            if !(error is CancellationError) {
                try await mergeBatch()
                await tell()
            }
            throw error
        }
        try await mergeBatch()
        progress.absent = try await store.finishDownload(
            from: backend.backend, download: download, validators: nil)
        await tell()
        return progress
    }
}

extension [CardPatch] {
    /// The bytes of the photos, which outweigh everything else.
    fileprivate var size: Int {
        reduce(0) { $0 + $1.photos.values.reduce(0) { $0 + $1.count } }
    }
}
