internal import Basics
public import Cards

/// Any other transport, with batches, photos and snapshots encrypted before they leave: for folders and servers that others run. What a
/// server still sees are the identifiers of vault and devices, the number, sizes and times of objects.
///
/// Without a passphrase it passes everything on, but no vault that is sealed, or that this device has seen sealed: every remote is used
/// through one, so that neither a missing passphrase nor a header that lost its sealing makes cards travel open where they were sealed.
public struct SealedTransport: ChangeTransport {
    private let base: any ChangeTransport
    private let opening: VaultOpening
    private let queue: SealingQueue
    private let isSealing: Bool

    /// - Parameter wasSealed: whether this device has seen its vault sealed.
    public init(_ base: any ChangeTransport, passphrase: Passphrase?, wasSealed: @escaping @Sendable () async -> Bool) {
        self.init(base, passphrase: passphrase, cost: .usual, wasSealed: wasSealed)
    }

    /// - Parameter libraries: names of libsodium.
    init(
        _ base: any ChangeTransport, passphrase: Passphrase?, cost: SealingParameters.Cost,
        libraries: [String] = SodiumLibrary.names, wasSealed: @escaping @Sendable () async -> Bool = { false }
    ) {
        self.base = base
        isSealing = passphrase != nil
        queue = SealingQueue()
        opening = VaultOpening(base, passphrase, cost, libraries: libraries, on: queue, wasSealed: wasSealed)
    }

    public var name: String { base.name }

    // MARK: - The vault

    public func header() async throws(TransportError) -> VaultHeader? { try await opening.header() }

    /// Takes a header without sealing and adds it.
    public func create(_ header: VaultHeader) async throws(TransportError) -> VaultHeader {
        try await opening.create(header)
    }

    public func restore(_ header: VaultHeader) async throws(TransportError) -> Bool { try await base.restore(header) }

    /// Writes its probes only where the passphrase fits.
    public func check() async throws(TransportError) -> [VaultRemoteFinding] {
        try await opening.requireLibrary()
        _ = try await opening.header()
        let findings = try await base.check()
        guard isSealing else { return findings }
        return findings + [
            VaultRemoteFinding(
                .good,
                "Cards and photos are encrypted before they are written there; their number and sizes can be seen.")
        ]
    }

    public func hints() -> AsyncStream<Void> { base.hints() }

    /// Also wipes the keys.
    public func close() async {
        await opening.close()
        await base.close()
    }

    // MARK: - Batches

    public func batches(after known: VersionVector, limit: Int) async throws(TransportError) -> BatchListing {
        let sealer = try await opening.sealer()
        var listing = try await base.batches(after: known, limit: limit)
        guard let sealer else { return listing }
        for device in listing.inventory.keys {
            listing.inventory[device] = listing.inventory[device]?.map { batch in
                StoredBatch(
                    batch.number, name: batch.name, hash: nil, size: batch.size.map { $0 - ObjectSealer.overhead })
            }
        }
        guard listing.batches.contains(where: { $0.bytes != nil }) else { return listing }
        let sealed = listing
        return try await queue.run(for: name) {
            var result = sealed
            // A damaged one is listed without bytes: who reads it is told.
            for index in result.batches.indices {
                let id = result.batches[index].id
                result.batches[index].bytes = result.batches[index].bytes.flatMap { sealer.open($0, as: .batch(id)) }
            }
            return result
        }
    }

    public func bytes(of batch: ListedBatch) async throws(TransportError) -> [UInt8]? {
        let sealer = try await opening.sealer()
        var listed = batch
        listed.bytes = nil
        let bytes = try await base.bytes(of: listed)
        return try await open(bytes, as: .batch(batch.id), by: sealer)
    }

    public func write(_ batches: [OutgoingBatch]) async throws(TransportError) -> [BatchWriting] {
        guard let sealer = try await opening.sealer() else { return try await base.write(batches) }
        let sealed = try await queue.run(for: name) {
            batches.map { batch in
                OutgoingBatch(
                    batch.id, bytes: sealer.seal(batch.bytes, as: .batch(batch.id)),
                    photos: batch.photos.map { sealer.name(of: $0) })
            }
        }
        return try await base.write(sealed)
    }

    public func remove(_ batches: [BatchID]) async throws(TransportError) {
        _ = try await opening.sealer()
        try await base.remove(batches)
    }

    // MARK: - Photos

    public func photos(among hashes: [PhotoHash]) async throws(TransportError) -> Set<PhotoHash> {
        guard let sealer = try await opening.sealer() else { return try await base.photos(among: hashes) }
        let names = try await queue.run(for: name) {
            hashes.map { (hash: $0, name: sealer.name(of: $0)) }
        }
        let present = try await base.photos(among: names.map(\.name))
        return Set(names.filter { present.contains($0.name) }.map(\.hash))
    }

    public func photos(lacking sizes: [PhotoHash: Int]) async throws(TransportError) -> Set<PhotoHash> {
        guard let sealer = try await opening.sealer() else { return try await base.photos(lacking: sizes) }
        let names = try await queue.run(for: name) {
            sizes.map { (hash: $0.key, name: sealer.name(of: $0.key), size: $0.value + ObjectSealer.overhead) }
        }
        let wanted = Dictionary(names.map { ($0.name, $0.size) }, uniquingKeysWith: { first, _ in first })
        let lacking = try await base.photos(lacking: wanted)
        return Set(names.filter { lacking.contains($0.name) }.map(\.hash))
    }

    public var looksQuickly: Bool { base.looksQuickly }

    public func photo(_ hash: PhotoHash) async throws(TransportError) -> [UInt8]? {
        guard let sealer = try await opening.sealer() else { return try await base.photo(hash) }
        let name = try await queue.run(for: name) { sealer.name(of: hash) }
        let photo = try await open(try await base.photo(name), as: .photo(hash), by: sealer)
        if let photo, PhotoHash(of: photo) != hash { throw damaged(.photo(hash)) }
        return photo
    }

    public func write(photo bytes: [UInt8], _ hash: PhotoHash) async throws(TransportError) {
        guard let sealer = try await opening.sealer() else { return try await base.write(photo: bytes, hash) }
        let sealed = try await queue.run(for: name) {
            (name: sealer.name(of: hash), bytes: sealer.seal(bytes, as: .photo(hash)))
        }
        try await base.write(photo: sealed.bytes, sealed.name)
    }

    // MARK: - Snapshots

    public func snapshots() async throws(TransportError) -> [ListedSnapshot] {
        let isSealed = try await opening.sealer() != nil
        return try await base.snapshots().map { snapshot in
            let size = snapshot.size.map { isSealed ? $0 - ObjectSealer.overhead : $0 }
            return ListedSnapshot(snapshot.time, snapshot.hash, size: size)
        }
    }

    public func bytes(of snapshot: ListedSnapshot) async throws(TransportError) -> [UInt8]? {
        let sealer = try await opening.sealer()
        return try await open(try await base.bytes(of: snapshot), as: .snapshot(snapshot.time), by: sealer)
    }

    public func write(
        snapshot bytes: [UInt8], at time: HybridTime, covering covered: VersionVector
    ) async throws(TransportError) {
        guard let sealer = try await opening.sealer() else {
            return try await base.write(snapshot: bytes, at: time, covering: covered)
        }
        let sealed = try await queue.run(for: name) { sealer.seal(bytes, as: .snapshot(time)) }
        try await base.write(snapshot: sealed, at: time, covering: covered)
    }

    public func remove(snapshots: [ListedSnapshot]) async throws(TransportError) {
        _ = try await opening.sealer()
        try await base.remove(snapshots: snapshots)
    }

    // MARK: - Secret fields

    public func seal(_ secrets: [UInt8], of card: CardID) async throws(TransportError) -> String? {
        guard let sealer = try await opening.secretSealer() else { return nil }
        return try await queue.run(for: name) { Base64.text(of: sealer.seal(secrets, as: .secrets(card))) }
    }

    public func open(_ secrets: String, of card: CardID) async throws(TransportError) -> [UInt8]? {
        guard let sealer = try await opening.secretSealer() else { return nil }
        return try await open(Base64.bytes(of: secrets) ?? [], as: .secrets(card), by: sealer)
    }

    // MARK: - Opening

    /// - Parameter sealer: nil where the bytes are not sealed.
    private func open(
        _ bytes: [UInt8]?, as object: SealedObject, by sealer: ObjectSealer?
    ) async throws(TransportError) -> [UInt8]? {
        guard let bytes, let sealer else { return bytes }
        let opened = try await queue.run(for: name) { sealer.open(bytes, as: object) }
        guard let opened else { throw damaged(object) }
        return opened
    }

    private func damaged(_ object: SealedObject) -> TransportError {
        TransportError(
            .damaged, name, "\(object.label) cannot be decrypted: it was changed, or is stored under the wrong name")
    }
}
