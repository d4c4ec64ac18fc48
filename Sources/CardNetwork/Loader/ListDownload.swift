internal import Cards

/// One download of a backend's list into the store, batch by batch, so that cards appear as they come. A list that is still the
/// one that the store knows is not sent again.
struct ListDownload<Service: BackendService>: Sendable {
    /// How far it is, and in the end what it came to.
    struct Progress: Sendable {
        var download = DownloadProgress()
        var list = ListReport()
    }

    enum Outcome: Sendable {
        /// The backend still has what it had.
        case unchanged
        case merged(Progress)
    }

    private static var maximumListBytes: Int { 256 << 20 }
    private static var batchCards: Int { 500 }
    private static var batchBytes: Int { 4 << 20 }
    /// Cards that came wait no longer than this for others to be merged with.
    private static var patience: Duration { .milliseconds(50) }

    let client: HTTPClient
    let service: Service
    let store: any BackendStore
    let clock: any Clock<Duration>

    private var backend: BackendID { service.base.backend }

    /// Throws ``NetworkError``, what the store throws, and `CancellationError`; what was merged before stays.
    func run(
        unless known: ListValidators?, _ report: @Sendable (Progress) async -> Void
    ) async throws -> Outcome {
        var request = service.listRequest
        if let known { request.ask(unless: known) }
        return try await client.withResponse(to: request, maximumBodyBytes: Self.maximumListBytes) { response in
            if known != nil, response.head.status == 304 { return .unchanged }
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
    ) async throws -> Outcome {
        let download = try await store.beginDownload(from: backend)
        var reader = CardListReader<Service>(host: service.base.hostAndPort)
        let merging = BatchMerging(store: store, backend: backend, download: download)
        var batch: [CardPatch] = []
        var progress = Progress()
        progress.download.totalBytes = response.head.bodyBytes

        func tell() async {
            let merged = await merging.merged
            (progress.download.cards, progress.list.revived) = (merged.cards, merged.report.revived)
            progress.list.rejected = reader.rejected + merged.report.nameless
            progress.list.firstRejection =
                reader.firstRejection
                ?? (merged.report.nameless > 0 ? CardJSONError.missingName.message : nil)
            await report(progress)
        }

        func mergeBatch() async throws {
            defer { batch = [] }
            for start in stride(from: 0, to: batch.count, by: Self.batchCards) {
                try await merging.begin(Array(batch[start..<min(start + Self.batchCards, batch.count)]))
            }
        }

        do {
            while let chunk = try await response.nextChunk() {
                progress.download.bytes += chunk.count
                try reader.read(chunk, into: &batch)
                let isFull = batch.count >= Self.batchCards || batch.size >= Self.batchBytes
                // What is waited for is merged soon; while something is being merged, more can wait.
                var isDue = isFull
                if !isFull, chunk.isEmpty { isDue = await !merging.isBusy }
                if isDue {
                    try await mergeBatch()
                    await tell()
                }
            }
            try reader.finish()
            try await mergeBatch()
        } catch {
            // The list broke, the cards before the break did not.
            if !(error is CancellationError) { try await mergeBatch() }
            try await merging.end()
            if !(error is CancellationError) { await tell() }
            throw error
        }
        try await merging.end()
        // Where cards were left out the list is asked for again, so that it is said again.
        let isWhole = await reader.rejected + merging.merged.report.nameless == 0
        let validators = isWhole ? response.head.validators(without: client.secrets) : nil
        try await store.finishDownload(from: backend, download: download, isWhole: isWhole, validators: validators)
        await tell()
        return .merged(progress)
    }
}

extension [CardPatch] {
    /// The bytes of the photos, which outweigh everything else.
    fileprivate var size: Int {
        reduce(0) { $0 + $1.photos.values.reduce(0) { $0 + $1.count } }
    }
}

extension HTTPHead {
    /// By what the backend tells whether the list is still the same. A tag that says nothing, or that is no header's text, is none, and
    /// so is one with a secret in it, for it is kept.
    fileprivate func validators(without secrets: SecretFilter) -> ListValidators? {
        func value(_ name: String) -> String? {
            self[name].flatMap { $0.isEmpty || $0.utf8.count > 1024 || secrets.isIn($0) ? nil : $0 }
        }
        return ListValidators(entityTag: value("ETag"), lastModified: value("Last-Modified"))
    }
}
