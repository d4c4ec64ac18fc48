internal import Cards

/// The photos in an exchange: they are written before the batches that name them, and read after all batches.
struct PhotoExchange: Sendable {
    let store: any VaultStore
    let transport: any ChangeTransport
    let remote: RemoteID
    let clock: CardClock
    let memory: SnapshotMemory
    let progress: @Sendable (ExchangePhase) -> Void

    private static let askedAtOnce = 200

    // MARK: - Sending

    /// Sends the photos that these batches name. Returns the batches before the first one whose photos are neither here nor there.
    func send(photosOf batches: [OutgoingBatch], _ report: inout ExchangeReport) async throws -> [OutgoingBatch] {
        let named = batches.flatMap(\.photos)
        if named.isEmpty { return batches }
        var there: Set<PhotoHash> = []
        for start in stride(from: 0, to: named.count, by: Self.askedAtOnce) {
            there.formUnion(try await transport.photos(among: Array(named[start...].prefix(Self.askedAtOnce))))
        }
        // They are written in this order: of a program that was killed meanwhile the last one may be there in part, as some servers keep it.
        let written = named.prefix { there.contains($0) }
        if let last = written.last, try await store.photo(last) != nil, try await !isWhole(last) { there.remove(last) }
        var ready: [OutgoingBatch] = []
        var missing: Set<PhotoHash>?
        for batch in batches {
            for hash in batch.photos where !there.contains(hash) {
                guard let bytes = try await store.photo(hash) else {
                    // One that no card has any more is not waited for.
                    let wanted: Set<PhotoHash>
                    if let missing {
                        wanted = missing
                    } else {
                        wanted = Set(try await store.missingPhotos(limit: .max))
                    }
                    missing = wanted
                    if wanted.contains(hash) { return ready }
                    continue
                }
                try await transport.write(photo: bytes, hash)
                there.insert(hash)
                report.sentPhotos += 1
            }
            ready.append(batch)
        }
        return ready
    }

    /// Sends the photos that these batches name and that are not there, as far as they are here.
    func sendAgain(photosOf batches: [OutgoingBatch], _ report: inout ExchangeReport) async throws {
        let named = Array(Set(batches.flatMap(\.photos)))
        for start in stride(from: 0, to: named.count, by: Self.askedAtOnce) {
            let hashes = Array(named[start...].prefix(Self.askedAtOnce))
            let there = try await transport.photos(among: hashes)
            try await send(hashes.filter { !there.contains($0) }, &report)
        }
    }

    private func send(_ hashes: some Sequence<PhotoHash>, _ report: inout ExchangeReport) async throws {
        for hash in hashes {
            guard let bytes = try await store.photo(hash) else { continue }
            do throws(TransportError) {
                try await transport.write(photo: bytes, hash)
            } catch {
                guard error.kind == .damaged else { throw error }
                report.damaged.append(error.userMessage)
                continue
            }
            report.sentPhotos += 1
            report.mendedLoss = true
        }
    }

    /// Whether the photo can be read there.
    func isWhole(_ hash: PhotoHash) async throws -> Bool {
        do throws(TransportError) {
            return try await transport.photo(hash) != nil
        } catch {
            guard error.kind == .damaged else { throw error }
            return false
        }
    }

    /// A device looks for lost photos once in this time, in milliseconds.
    private static let mendingInterval: Int64 = 7 * 86_400_000

    /// So few are looked for whenever a session begins.
    private static let fewPhotos = 16

    /// Sends photos again that the remote lost, or has a part of: a folder of photos that somebody deleted, or an older copy of it. The first
    /// exchange of a session looks where that is quick, or there are few; elsewhere the first one of each week, since a server is asked for
    /// each of its folders of photos. The weeks of devices begin at different times.
    /// - Parameters:
    ///   - before: what was known of the remote before this exchange.
    ///   - isFirst: whether it is the first exchange of a session, or somebody asked for it.
    ///   - readsAll: whether the bytes of all are read: some were found to be wrong.
    func mend(
        since before: RemoteRecord, of device: DeviceID, isFirst: Bool, readsAll: Bool, _ report: inout ExchangeReport
    ) async throws {
        let offset = device.text.utf8.reduce(Int64(0)) { ($0 * 31 + Int64($1)) % Self.mendingInterval }
        func week(_ time: Timestamp) -> Int64 { (time.milliseconds + offset) / Self.mendingInterval }
        guard let last = before.lastExchange else { return }
        let isDue = week(last) != week(clock.now())
        if !isDue, !readsAll {
            guard isFirst else { return }
            if !transport.looksQuickly {
                let few = try await store.namedPhotos(after: nil, limit: Self.fewPhotos + 1)
                if few.count > Self.fewPhotos { return }
            }
        }
        var place: PhotoHash?
        while true {
            try Task.checkCancellation()
            let photos = try await store.namedPhotos(after: place, limit: Self.askedAtOnce)
            guard let end = photos.last else { break }
            place = end.hash
            let sizes = Dictionary(photos.map { ($0.hash, $0.size) }, uniquingKeysWith: { first, _ in first })
            var lacking = try await transport.photos(lacking: sizes)
            if readsAll {
                for photo in photos where !lacking.contains(photo.hash) {
                    try Task.checkCancellation()
                    if try await !isWhole(photo.hash) { lacking.insert(photo.hash) }
                }
            }
            try await send(lacking.sorted { $0.text < $1.text }, &report)
        }
        // An exchange without news may not be noted: the next one would look again.
        if isDue, place != nil { try await store.noteExchange(with: remote, at: clock.now(), failure: nil) }
    }

    // MARK: - Receiving

    func fetch(_ report: inout ExchangeReport) async throws {
        let missing = try await store.missingPhotos(limit: .max)
        if missing.isEmpty { return }
        let now = clock.now()
        let asked = await memory.worthAsking(missing, at: now)
        for (index, hash) in asked.enumerated() {
            try Task.checkCancellation()
            progress(.photos(left: asked.count - index))
            guard let bytes = try await photo(hash, &report) else {
                await memory.note(absent: hash, at: now)
                continue
            }
            try await store.addPhoto(bytes, hash)
            report.receivedPhotos += 1
        }
        report.missingPhotos = try await store.missingFileCount()
        if report.missingPhotos > 0 { report.missingPhotoDevices = try await store.missingPhotoDevices() }
    }

    private func photo(_ hash: PhotoHash, _ report: inout ExchangeReport) async throws -> [UInt8]? {
        do throws(TransportError) {
            return try await transport.photo(hash)
        } catch {
            guard error.kind == .damaged else { throw error }
            report.damaged.append(error.userMessage)
            return nil
        }
    }
}
