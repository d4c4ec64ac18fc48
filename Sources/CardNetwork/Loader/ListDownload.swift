internal import Cards

/// One download of a backend's list into the store, in batches, so that cards appear as they arrive. An unchanged list
/// is not sent again.
struct ListDownload<Service: BackendService>: Sendable {
    /// The progress, which also holds the final result.
    struct Progress: Sendable {
        var download = DownloadProgress()
        var list = ListReport()
    }

    enum Outcome: Sendable {
        /// The list has not changed.
        case unchanged
        case merged(Progress)
    }

    private static var maximumListBytes: Int { 256 << 20 }
    private static var batchCards: Int { 500 }
    private static var batchBytes: Int { 4 << 20 }
    /// How long received cards wait for others to fill the batch.
    private static var pollInterval: Duration { .milliseconds(50) }

    let client: HTTPClient
    let service: Service
    let store: any BackendStore
    let clock: any Clock<Duration>

    private var backend: BackendID { service.base.backend }

    /// Throws ``NetworkError``, what the store throws, and `CancellationError`; batches merged before remain.
    func run(
        unless known: ListValidators?, _ report: @Sendable (Progress) async -> Void
    ) async throws -> Outcome {
        var request = service.listRequest
        if let known { request.ask(unless: known) }
        return try await client.withResponse(to: request, maximumBodyBytes: Self.maximumListBytes) { response in
            if known != nil, response.head.status == 304 { return .unchanged }
            try await response.requireSuccess()
            let ticker = Task { [clock] in
                while !Task.isCancelled {
                    try await clock.sleep(for: Self.pollInterval)
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
            (progress.list.unread, progress.list.doubled) = (merged.report.unread, merged.report.doubled)
            progress.list.rejected = reader.rejected + merged.report.namelessCount
            let named = merged.report.nameless.map {
                RejectedCard(name: $0.text, reason: CardJSONError.missingName.message)
            }
            progress.list.rejections = Array((reader.rejections + named).prefix(ListReport.maximumRejections))
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
                // While the reader waits for more, what it has is merged soon, unless a merge is running.
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
            // The cards before the point where the list broke are valid.
            if !(error is CancellationError) { try await mergeBatch() }
            try await merging.end()
            if !(error is CancellationError) { await tell() }
            throw error
        }
        try await merging.end()
        // If cards were skipped, no validators are stored, so that the list is downloaded and reported again.
        let isWhole = await reader.rejected + merging.merged.report.namelessCount == 0
        let validators = isWhole ? response.head.validators(without: client.secrets) : nil
        try await store.finishDownload(from: backend, download: download, isWhole: isWhole, validators: validators)
        await tell()
        return .merged(progress)
    }
}

extension [CardPatch] {
    /// The bytes of the photos; the rest is negligible.
    fileprivate var size: Int {
        reduce(0) { $0 + $1.photos.values.reduce(0) { $0 + $1.count } }
    }
}

extension HTTPHead {
    /// The validators of the list. They are stored, so a value that is empty, too long or contains a secret is ignored.
    fileprivate func validators(without secrets: SecretFilter) -> ListValidators? {
        func value(_ name: String) -> String? {
            self[name].flatMap { $0.isEmpty || $0.utf8.count > 1024 || secrets.isIn($0) ? nil : $0 }
        }
        return ListValidators(entityTag: value("ETag"), lastModified: value("Last-Modified"))
    }
}

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

/// When the backend's list was last known completely, and how large it was: decides whether it has to be downloaded
/// again before writing. Otherwise changes of others would be lost, since the backend accepts only whole cards.
struct ListFreshness: Sendable {
    /// Several edits in a row need one download only.
    private static let smallListMilliseconds: Int64 = 2000
    /// Downloading a large list before every edit would cost more than it saves.
    private static let largeListMilliseconds: Int64 = 300_000
    private static let largeListBytes = 1 << 20

    private var time: Timestamp?
    private var bytes = 0

    /// - Parameter bytes: nil if the list has not changed.
    mutating func note(_ time: Timestamp, bytes: Int?) {
        self.time = time
        if let bytes { self.bytes = bytes }
    }

    /// Whether asking for the list again costs much: it is large, and the backend always sends all of it.
    func isDear(canAskCheaply: Bool) -> Bool { bytes > Self.largeListBytes && !canAskCheaply }

    /// False if the clock was set back.
    /// - Parameter canAskCheaply: whether the backend can answer that the list has not changed.
    func isFresh(at now: Timestamp, canAskCheaply: Bool) -> Bool {
        guard let time else { return false }
        let limit = isDear(canAskCheaply: canAskCheaply) ? Self.largeListMilliseconds : Self.smallListMilliseconds
        return (0...limit).contains(now.milliseconds - time.milliseconds)
    }
}
