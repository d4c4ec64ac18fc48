/// A remote that carries a vault between devices: a folder, a WebDAV server, a PostgreSQL database. It moves bytes and merges nothing.
///
/// Nothing there is ever overwritten: each object is written once under a name of its own, and writing it again is success. The one exception
/// is an object whose bytes do not match the hash in its own name: it is damaged, and writing it again replaces it. All calls
/// may be cancelled by their task, and check what they read: a hash that does not match is ``TransportError/Kind/damaged``.
public protocol ChangeTransport: Sendable {
    /// The remote for people, without secrets: "nas.example", "/mnt/stick/cards".
    var name: String { get }

    /// What the remote says of its vault; nil if there is none yet. A place that is empty is none; one that cannot be read throws.
    /// Afterwards everything is listed anew, whatever was remembered of earlier lists.
    func header() async throws(TransportError) -> VaultHeader?

    /// Makes the vault there. Returns the header that is there afterwards: that of another device if it was faster.
    func create(_ header: VaultHeader) async throws(TransportError) -> VaultHeader

    /// Writes a header again where its vault is there without one, or with one that cannot be read. Returns whether it did.
    func restore(_ header: VaultHeader) async throws(TransportError) -> Bool

    /// The batches that are not in `known`, by device and number, at most about `limit`. Of a batch that is there twice with different
    /// hashes, both are listed.
    func batches(after known: VersionVector, limit: Int) async throws(TransportError) -> BatchListing

    /// The bytes of a batch; nil if it is gone since it was listed.
    func bytes(of batch: ListedBatch) async throws(TransportError) -> [UInt8]?

    /// Writes the batches in their order: what became of each. Throws where one could not be written; those before it may be there.
    func write(_ batches: [OutgoingBatch]) async throws(TransportError) -> [BatchWriting]

    /// Which of these photos are there.
    func photos(among hashes: [PhotoHash]) async throws(TransportError) -> Set<PhotoHash>

    /// Which of these photos are not there, or not in this size.
    func photos(lacking sizes: [PhotoHash: Int]) async throws(TransportError) -> Set<PhotoHash>

    /// Whether looking for many photos is quick: in a folder, and not on a server that is asked for each part.
    var looksQuickly: Bool { get }

    /// The bytes of a photo; nil if it is not there. Their hash is checked, unless the header has a sealing: the name is then not the hash
    /// of the bytes, and whoever opens them checks it.
    func photo(_ hash: PhotoHash) async throws(TransportError) -> [UInt8]?

    func write(photo bytes: [UInt8], _ hash: PhotoHash) async throws(TransportError)

    /// The newest first.
    func snapshots() async throws(TransportError) -> [ListedSnapshot]

    func bytes(of snapshot: ListedSnapshot) async throws(TransportError) -> [UInt8]?

    /// - Parameter covered: the batches that are in it.
    func write(
        snapshot bytes: [UInt8], at time: HybridTime, covering covered: VersionVector
    ) async throws(TransportError)

    /// Removes these batches, which must be the device's own and in a snapshot that is there. Missing ones are no error.
    func remove(_ batches: [BatchID]) async throws(TransportError)

    /// Removes these snapshots. Another one that is there must cover all that they do. Missing ones are no error.
    func remove(snapshots: [ListedSnapshot]) async throws(TransportError)

    /// Encrypts the secret fields of a card by a key that all devices of the vault have, whatever the remote. Nil where the vault is not
    /// encrypted: then they stay on this machine.
    func seal(_ secrets: [UInt8], of card: CardID) async throws(TransportError) -> String?

    /// Nil where the vault is not encrypted. Throws ``TransportError/Kind/damaged`` for what no device of the vault encrypted.
    func open(_ secrets: String, of card: CardID) async throws(TransportError) -> [UInt8]?

    /// An element whenever there may be something new, as soon as the remote can tell; never an element where it cannot. The stream ends
    /// when its task is cancelled.
    func hints() -> AsyncStream<Void>

    /// Tries what a vault needs of the remote, before its first use, and cleans up after it. Findings are for people.
    func check() async throws(TransportError) -> [VaultRemoteFinding]

    /// Closes connections. The next call opens them again.
    func close() async
}

extension ChangeTransport {
    /// Where the header is no object of its own, nothing but it can be lost.
    public func restore(_ header: VaultHeader) async throws(TransportError) -> Bool { false }

    /// Only a transport that encrypts everything encrypts these.
    public func seal(_ secrets: [UInt8], of card: CardID) async throws(TransportError) -> String? { nil }
    public func open(_ secrets: String, of card: CardID) async throws(TransportError) -> [UInt8]? { nil }
}
