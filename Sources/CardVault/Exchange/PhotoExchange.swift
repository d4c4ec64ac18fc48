internal import Cards

/// The photos in an exchange: they are written before the batches that name them, and read after all batches.
struct PhotoExchange: Sendable {
    let store: any VaultStore
    let transport: any ChangeTransport
    let remote: RemoteID
    let clock: CardClock
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
        for batch in batches {
            for hash in batch.photos where !there.contains(hash) {
                guard let bytes = try await store.photo(hash) else {
                    // One that no card has any more is not waited for.
                    if try await isWanted(hash) { return ready }
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

    /// Whether the photo can be read there.
    private func isWhole(_ hash: PhotoHash) async throws -> Bool {
        do throws(TransportError) {
            return try await transport.photo(hash) != nil
        } catch {
            guard error.kind == .damaged else { throw error }
            return false
        }
    }

    /// Whether a card names the photo, whose bytes are not here yet.
    private func isWanted(_ hash: PhotoHash) async throws -> Bool {
        try await store.missingPhotos(limit: .max).contains(hash)
    }

    /// A device looks for lost photos once in this time, in milliseconds.
    private static let mendingInterval: Int64 = 7 * 86_400_000

    /// Sends photos again that the remote lost: a folder of photos that somebody deleted, or an older copy of it. The first exchange of each
    /// week looks, since a server is asked for each of its folders of photos; the weeks of devices begin at different times.
    /// - Parameter before: what was known of the remote before this exchange.
    func mend(since before: RemoteRecord, of device: DeviceID, _ report: inout ExchangeReport) async throws {
        let offset = device.text.utf8.reduce(Int64(0)) { ($0 * 31 + Int64($1)) % Self.mendingInterval }
        func week(_ time: Timestamp) -> Int64 { (time.milliseconds + offset) / Self.mendingInterval }
        guard let last = before.lastExchange, week(last) != week(clock.now()) else { return }
        var place: PhotoHash?
        while true {
            try Task.checkCancellation()
            let hashes = try await store.namedPhotos(after: place, limit: Self.askedAtOnce)
            guard let end = hashes.last else { break }
            place = end
            let there = try await transport.photos(among: hashes)
            for hash in hashes where !there.contains(hash) {
                guard let bytes = try await store.photo(hash) else { continue }
                try await transport.write(photo: bytes, hash)
                report.sentPhotos += 1
                report.mendedLoss = true
            }
        }
        // An exchange without news may not be noted: the next one would look again.
        if place != nil { try await store.noteExchange(with: remote, at: clock.now(), failure: nil) }
    }

    // MARK: - Receiving

    func fetch(_ report: inout ExchangeReport) async throws {
        var tried: Set<PhotoHash> = []
        while true {
            let missing = try await store.missingPhotos(limit: tried.count + Self.askedAtOnce)
                .filter { !tried.contains($0) }
            if missing.isEmpty { break }
            for (index, hash) in missing.enumerated() {
                try Task.checkCancellation()
                progress(.photos(left: missing.count - index))
                tried.insert(hash)
                guard let bytes = try await photo(hash, &report) else { continue }
                try await store.addPhoto(bytes, hash)
                report.receivedPhotos += 1
            }
        }
        report.missingPhotos = try await store.missingPhotoCount()
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
