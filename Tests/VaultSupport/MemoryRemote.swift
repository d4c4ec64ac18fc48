public import Cards
internal import Synchronization

/// A remote in memory, shared by several transports: what every device of a test sees.
public final class MemoryRemote: Sendable {
    struct Content {
        var header: VaultHeader?
        var batches: [BatchID: [UInt8]] = [:]
        var names: [BatchID: String] = [:]
        var photos: [PhotoHash: [UInt8]] = [:]
        var snapshots: [ObjectHash: (time: HybridTime, bytes: [UInt8])] = [:]
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastListener = 0
    }

    let content = Mutex(Content())

    public init() {}

    /// The bytes of everything that is there, for tests that look for secrets.
    public var objects: [[UInt8]] {
        content.withLock { content in
            Array(content.batches.values) + Array(content.photos.values) + content.snapshots.values.map(\.bytes)
                + [content.header?.bytes ?? []]
        }
    }

    public var batchCount: Int { content.withLock { $0.batches.count } }

    /// The batches that are there.
    public var batches: [BatchID] { content.withLock { $0.batches.keys.sorted() } }

    /// The newest first.
    public var snapshots: [(time: HybridTime, bytes: [UInt8])] {
        content.withLock { $0.snapshots.values.sorted { $0.time > $1.time } }
    }

    /// Adds a snapshot under the name that its bytes have.
    public func add(snapshot bytes: [UInt8], at time: HybridTime) {
        content.withLock { $0.snapshots[ObjectHash(of: bytes)] = (time, bytes) }
    }

    public func damage(_ photo: PhotoHash, with bytes: [UInt8]) {
        content.withLock { $0.photos[photo] = bytes }
    }

    public func removeSnapshots() { content.withLock { $0.snapshots = [:] } }

    /// Replaces what the header says of the encryption, as whoever runs the server can.
    public func setSealing(_ sealing: JSON?) {
        content.withLock { content in
            content.header = content.header.map { VaultHeader(vault: $0.vault, format: $0.format, sealing: sealing) }
        }
    }

    public func remove(_ photo: PhotoHash) { content.withLock { $0.photos[photo] = nil } }

    public func remove(_ batch: BatchID) { content.withLock { $0.batches[batch] = nil } }

    /// Replaces the bytes of every snapshot, as a defect of a disk would.
    public func damageSnapshots(with bytes: [UInt8]) {
        content.withLock { content in
            for (hash, snapshot) in content.snapshots { content.snapshots[hash] = (snapshot.time, bytes) }
        }
    }

    /// Puts another object in the place of a batch, under the name of its bytes, as whoever runs the server can.
    public func replace(_ batch: BatchID, with bytes: [UInt8]) {
        content.withLock { content in
            content.batches[batch] = bytes
            content.names[batch] = ObjectHash(of: bytes).text
        }
    }

    /// Replaces what is stored under a name, as a defect of a disk would.
    public func damage(_ batch: BatchID, with bytes: [UInt8]) {
        content.withLock { $0.batches[batch] = bytes }
    }
}

/// A transport to a ``MemoryRemote``, with faults that a test injects.
public struct MemoryTransport: ChangeTransport {
    public let name: String
    public let remote: MemoryRemote
    /// Called before each operation with its name: a test throws from here.
    let fault: @Sendable (String) throws(TransportError) -> Void
    /// Called after a write that succeeded: an error thrown here is an answer that was lost.
    let loss: @Sendable (String) throws(TransportError) -> Void

    public init(
        _ remote: MemoryRemote, name: String = "memory",
        fault: @escaping @Sendable (String) throws(TransportError) -> Void = { _ in },
        losing loss: @escaping @Sendable (String) throws(TransportError) -> Void = { _ in }
    ) {
        (self.remote, self.name, self.fault, self.loss) = (remote, name, fault, loss)
    }

    public func header() async throws(TransportError) -> VaultHeader? {
        try fault("header")
        return remote.content.withLock { $0.header }
    }

    public func create(_ header: VaultHeader) async throws(TransportError) -> VaultHeader {
        try fault("create")
        let result = remote.content.withLock { content in
            let found = content.header ?? header
            content.header = found
            return found
        }
        try loss("create")
        return result
    }

    public func batches(after known: VersionVector, limit: Int) async throws(TransportError) -> BatchListing {
        try fault("batches")
        return remote.content.withLock { content in
            let names = content.batches.keys.filter { !known.contains($0) }.sorted()
            // The names that they were written under, which do not follow what a disk does to the bytes.
            func name(_ id: BatchID) -> String {
                content.names[id] ?? ObjectHash(of: content.batches[id] ?? []).text
            }
            let isSealed = content.header?.sealing != nil
            var inventory = known.numbers.mapValues { _ in [StoredBatch]() }
            for (id, bytes) in content.batches {
                inventory[id.device, default: []].append(
                    StoredBatch(id.number, name: name(id), hash: isSealed ? nil : name(id), size: bytes.count))
            }
            return BatchListing(
                names.prefix(limit).map { ListedBatch($0, hash: name($0)) }, hasMore: names.count > limit,
                inventory: inventory)
        }
    }

    public func bytes(of batch: ListedBatch) async throws(TransportError) -> [UInt8]? {
        try fault("bytes")
        guard let bytes = remote.content.withLock({ $0.batches[batch.id] }) else { return nil }
        guard ObjectHash(of: bytes).text.hasPrefix(batch.hash) else {
            throw TransportError(.damaged, name, "batch \(batch.id.number) does not match the checksum in its name")
        }
        return bytes
    }

    public func write(_ batches: [OutgoingBatch]) async throws(TransportError) -> [BatchWriting] {
        var results: [BatchWriting] = []
        for batch in batches {
            try fault("write")
            let result: BatchWriting = remote.content.withLock { content in
                let name = ObjectHash(of: batch.bytes).text
                if let there = content.batches[batch.id], there != batch.bytes,
                    content.names[batch.id] != name
                {
                    return .taken
                }
                content.batches[batch.id] = batch.bytes
                content.names[batch.id] = name
                for listener in content.listeners.values { listener.yield(()) }
                return .stored
            }
            try loss("write")
            results.append(result)
        }
        return results
    }

    public func photos(among hashes: [PhotoHash]) async throws(TransportError) -> Set<PhotoHash> {
        try fault("photos")
        return remote.content.withLock { content in Set(hashes.filter { content.photos[$0] != nil }) }
    }

    public func photos(lacking sizes: [PhotoHash: Int]) async throws(TransportError) -> Set<PhotoHash> {
        try fault("photos")
        return remote.content.withLock { content in
            Set(sizes.filter { content.photos[$0.key]?.count != $0.value }.keys)
        }
    }

    public var looksQuickly: Bool { false }

    public func photo(_ hash: PhotoHash) async throws(TransportError) -> [UInt8]? {
        try fault("photo")
        guard let bytes = remote.content.withLock({ $0.photos[hash] }) else { return nil }
        let isSealed = remote.content.withLock { $0.header?.sealing != nil }
        guard isSealed || PhotoHash(of: bytes) == hash else {
            throw TransportError(.damaged, name, "the photo does not match the checksum in its name")
        }
        return bytes
    }

    public func write(photo bytes: [UInt8], _ hash: PhotoHash) async throws(TransportError) {
        try fault("write photo")
        remote.content.withLock { $0.photos[hash] = bytes }
        try loss("write photo")
    }

    public func snapshots() async throws(TransportError) -> [ListedSnapshot] {
        try fault("snapshots")
        return remote.content.withLock { content in
            content.snapshots.map { ListedSnapshot($0.value.time, $0.key, size: $0.value.bytes.count) }.sorted {
                $0.time > $1.time
            }
        }
    }

    public func bytes(of snapshot: ListedSnapshot) async throws(TransportError) -> [UInt8]? {
        try fault("snapshot")
        guard let bytes = remote.content.withLock({ $0.snapshots[snapshot.hash]?.bytes }) else { return nil }
        guard ObjectHash(of: bytes) == snapshot.hash else {
            throw TransportError(.damaged, name, "a snapshot does not match the checksum in its name")
        }
        return bytes
    }

    public func write(
        snapshot bytes: [UInt8], at time: HybridTime, covering covered: VersionVector
    ) async throws(TransportError) {
        try fault("write snapshot")
        remote.content.withLock { $0.snapshots[ObjectHash(of: bytes)] = (time, bytes) }
        try loss("write snapshot")
    }

    public func remove(snapshots: [ListedSnapshot]) async throws(TransportError) {
        for snapshot in snapshots {
            try fault("remove snapshot")
            remote.content.withLock { $0.snapshots[snapshot.hash] = nil }
        }
    }

    public func remove(_ batches: [BatchID]) async throws(TransportError) {
        for batch in batches {
            try fault("remove")
            remote.content.withLock { $0.batches[batch] = nil }
        }
    }

    public func hints() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = remote.content.withLock { content in
                content.lastListener += 1
                content.listeners[content.lastListener] = continuation
                return content.lastListener
            }
            continuation.onTermination = { [remote] _ in
                remote.content.withLock { $0.listeners[number] = nil }
            }
        }
    }

    public func check() async throws(TransportError) -> [VaultRemoteFinding] {
        try fault("check")
        return [VaultRemoteFinding(.good, "it is in memory")]
    }

    public func close() async {}
}
