import Cards
import Synchronization

/// Passes everything on to another transport. Tests of what wraps a transport change one call of it.
protocol PassingTransport: ChangeTransport {
    associatedtype Base: ChangeTransport
    var base: Base { get }
}

extension PassingTransport {
    var name: String { base.name }
    func header() async throws(TransportError) -> VaultHeader? { try await base.header() }
    func create(_ header: VaultHeader) async throws(TransportError) -> VaultHeader { try await base.create(header) }
    func batches(after known: VersionVector, limit: Int) async throws(TransportError) -> BatchListing {
        try await base.batches(after: known, limit: limit)
    }
    func bytes(of batch: ListedBatch) async throws(TransportError) -> [UInt8]? { try await base.bytes(of: batch) }
    func write(_ batches: [OutgoingBatch]) async throws(TransportError) -> [BatchWriting] {
        try await base.write(batches)
    }
    func photos(among hashes: [PhotoHash]) async throws(TransportError) -> Set<PhotoHash> {
        try await base.photos(among: hashes)
    }
    func photos(lacking sizes: [PhotoHash: Int]) async throws(TransportError) -> Set<PhotoHash> {
        try await base.photos(lacking: sizes)
    }
    var looksQuickly: Bool { base.looksQuickly }
    func photo(_ hash: PhotoHash) async throws(TransportError) -> [UInt8]? { try await base.photo(hash) }
    func write(photo bytes: [UInt8], _ hash: PhotoHash) async throws(TransportError) {
        try await base.write(photo: bytes, hash)
    }
    func snapshots() async throws(TransportError) -> [ListedSnapshot] { try await base.snapshots() }
    func bytes(of snapshot: ListedSnapshot) async throws(TransportError) -> [UInt8]? {
        try await base.bytes(of: snapshot)
    }
    func write(
        snapshot bytes: [UInt8], at time: HybridTime, covering covered: VersionVector
    ) async throws(TransportError) {
        try await base.write(snapshot: bytes, at: time, covering: covered)
    }
    func remove(snapshots: [ListedSnapshot]) async throws(TransportError) {
        try await base.remove(snapshots: snapshots)
    }
    func remove(_ batches: [BatchID]) async throws(TransportError) { try await base.remove(batches) }
    func hints() -> AsyncStream<Void> { base.hints() }
    func check() async throws(TransportError) -> [VaultRemoteFinding] { try await base.check() }
    func close() async { await base.close() }
}

/// Lists batches with their bytes, as a database does.
struct ListingTransport<Base: ChangeTransport>: PassingTransport {
    let base: Base

    func batches(after known: VersionVector, limit: Int) async throws(TransportError) -> BatchListing {
        var listing = try await base.batches(after: known, limit: limit)
        for (index, batch) in listing.batches.enumerated() {
            listing.batches[index] = ListedBatch(batch.id, hash: batch.hash, bytes: try await base.bytes(of: batch))
        }
        return listing
    }
}

/// Tells when the header is read, and when the vault is made.
struct WatchedTransport<Base: ChangeTransport>: PassingTransport {
    let base: Base
    let onHeader: @Sendable () -> Void
    let onCreate: @Sendable () async -> Void

    func header() async throws(TransportError) -> VaultHeader? {
        onHeader()
        return try await base.header()
    }

    func create(_ header: VaultHeader) async throws(TransportError) -> VaultHeader {
        await onCreate()
        return try await base.create(header)
    }
}

/// Finds no header at first: another device writes it right afterwards.
final class RacingTransport<Base: ChangeTransport>: PassingTransport {
    let base: Base
    private let hasAnswered = Mutex(false)

    init(base: Base) { self.base = base }

    func header() async throws(TransportError) -> VaultHeader? { isFirst() ? nil : try await base.header() }

    private func isFirst() -> Bool {
        hasAnswered.withLock { answered in
            defer { answered = true }
            return !answered
        }
    }
}
