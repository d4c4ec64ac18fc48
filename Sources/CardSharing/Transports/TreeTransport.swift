internal import Basics
internal import CardNetwork
public import Cards
internal import Synchronization

/// A vault in a tree of folders, by the names of ``VaultLayout``. It holds no object but the header of the vault that the tree has, and
/// remembers which folders it need not list again.
public struct TreeTransport: ChangeTransport {
    /// Copies of this value share it.
    private final class Found: Sendable {
        private let content = Mutex<VaultHeader?>(nil)

        // Inlined into an async function, the lock might be released on another thread.
        var header: VaultHeader? {
            @inline(never) get { content.withLock { $0 } }
            @inline(never) set { content.withLock { $0 = newValue } }
        }

        private let allMarks = Mutex(FolderMarks())

        var marks: FolderMarks {
            @inline(never) get { allMarks.withLock { $0 } }
            @inline(never) set { allMarks.withLock { $0 = newValue } }
        }
    }

    /// What an object may have at most; larger ones are damaged. Sealing adds a little.
    enum Bounds {
        static let header = 64 << 10
        /// With what sealing adds.
        static let batch = ChangeBatch.maximumBytes + 1024
        static let photo = 64 << 20
        static let snapshot = 1 << 30
    }

    let tree: any ObjectTree
    private let found = Found()
    /// Copied while a folder is listed: of two exchanges at a time the later one is remembered.
    var marks: FolderMarks {
        get { found.marks }
        nonmutating set { found.marks = newValue }
    }

    /// The clock of the marks.
    let now: @Sendable () -> ContinuousClock.Instant

    init(
        _ tree: any ObjectTree, now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.tree = tree
        self.now = now
    }

    public var name: String { tree.name }

    // MARK: - The vault

    public func header() async throws(TransportError) -> VaultHeader? {
        let headers = try await headers()
        guard let header = headers.first else { return nil }
        if headers.count > 1 {
            let names = headers.map(\.vault.text).sorted().joined(separator: ", ")
            throw error(.wrongPlace, "it holds several vaults (\(names)); move all but one elsewhere")
        }
        found.header = header
        marks.expire()
        return header
    }

    /// Those that are there, which should be one at most.
    func headers() async throws(TransportError) -> [VaultHeader] {
        var headers: [VaultHeader] = []
        for entry in try await tree.list(VaultLayout.root) ?? [] where entry.isFolder {
            guard let vault = VaultID(entry.name) else { continue }
            let bytes = try await tree.read(VaultLayout.header(vault), maximumBytes: Bounds.header)
            // A vault that is being made has a header first.
            if bytes == nil, try await tree.list(VaultLayout.log(vault)) == nil { continue }
            guard let header = bytes.flatMap({ VaultHeader($0) }), header.vault == vault else {
                throw error(
                    .damaged,
                    "\(VaultLayout.header(vault).joined(separator: "/")) is \(bytes == nil ? "missing" : "damaged"): a device that shared "
                        + "cards here before writes it again at its next sync")
            }
            headers.append(header)
        }
        return headers
    }

    public func restore(_ header: VaultHeader) async throws(TransportError) -> Bool {
        let file = VaultLayout.header(header.vault)
        guard try await tree.list(VaultLayout.log(header.vault)) != nil else { return false }
        let there = try await tree.read(file, maximumBytes: Bounds.header)
        if let there, VaultHeader(there) != nil { return false }
        // Only content that is named by its hash is ever replaced.
        if there != nil { try await tree.remove(file) }
        try await tree.write(
            header.bytes, to: file, existingFolders: VaultLayout.root.count, isNamedByContent: false)
        return true
    }

    /// The vault that the tree has. One that vanished is never made anew.
    func vault() async throws(TransportError) -> VaultID { try await knownHeader().vault }

    func knownHeader() async throws(TransportError) -> VaultHeader {
        if let header = found.header { return header }
        guard let header = try await header() else { throw error(.wrongPlace, "it holds no vault") }
        return header
    }

    /// Throws where the vault is gone: what is missing in it then means nothing.
    func requireVault(_ vault: VaultID) async throws(TransportError) {
        if try await tree.has(VaultLayout.header(vault)) { return }
        throw error(.wrongPlace, "the vault that was here is gone; nothing was changed on this device")
    }

    func error(_ kind: TransportError.Kind, _ reason: String) -> TransportError {
        TransportError(kind, name, reason)
    }

    // MARK: - Photos

    public func photos(among hashes: [PhotoHash]) async throws(TransportError) -> Set<PhotoHash> {
        Set(try await entries(of: hashes).keys)
    }

    public func photos(lacking sizes: [PhotoHash: Int]) async throws(TransportError) -> Set<PhotoHash> {
        let there = try await entries(of: sizes.keys)
        return Set(
            sizes.filter { hash, size in
                guard let entry = there[hash] else { return true }
                return entry.size.map { $0 != size } ?? false
            }.keys)
    }

    public var looksQuickly: Bool { tree.listsQuickly }

    /// The files of these photos that are there.
    private func entries(
        of hashes: some Collection<PhotoHash>
    ) async throws(TransportError) -> [PhotoHash: TreeEntry] {
        let vault = try await vault()
        var present: [PhotoHash: TreeEntry] = [:]
        for group in Dictionary(grouping: Set(hashes), by: { $0.text.prefix(2) }).values {
            // One request either way.
            if group.count == 1 {
                present[group[0]] = try await tree.entry(VaultLayout.photo(group[0], in: vault))
                continue
            }
            let entries = try await tree.list(VaultLayout.photoFolder(group[0], in: vault)) ?? []
            let named = Dictionary(entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            for hash in group { present[hash] = named[hash.text] }
        }
        return present
    }

    public func photo(_ hash: PhotoHash) async throws(TransportError) -> [UInt8]? {
        let header = try await knownHeader()
        let file = VaultLayout.photo(hash, in: header.vault)
        guard let bytes = try await tree.read(file, maximumBytes: Bounds.photo) else { return nil }
        // The name of a sealed one is not the hash of its bytes; whoever opens it checks them.
        guard header.sealing != nil || PhotoHash(of: bytes) == hash else {
            throw error(.damaged, "the photo \(hash.text.prefix(16)) does not match the checksum in its name")
        }
        return bytes
    }

    public func write(photo bytes: [UInt8], _ hash: PhotoHash) async throws(TransportError) {
        try await write(bytes, to: VaultLayout.photo(hash, in: try await vault()))
    }

    func write(_ bytes: [UInt8], to file: [String]) async throws(TransportError) {
        try await tree.write(
            bytes, to: file, existingFolders: VaultLayout.vaultDepth, isNamedByContent: true)
    }

    // MARK: - Snapshots

    public func snapshots() async throws(TransportError) -> [ListedSnapshot] {
        let vault = try await vault()
        guard let entries = try await tree.list(VaultLayout.snapshots(vault)) else {
            try await requireVault(vault)
            return []
        }
        return entries.compactMap { $0.isFolder ? nil : VaultLayout.snapshot(named: $0.name, size: $0.size) }
            .sorted { ($0.time, $0.hash) > ($1.time, $1.hash) }
    }

    public func bytes(of snapshot: ListedSnapshot) async throws(TransportError) -> [UInt8]? {
        let file = VaultLayout.snapshot(snapshot, in: try await vault())
        guard let bytes = try await tree.read(file, maximumBytes: Bounds.snapshot) else { return nil }
        guard ObjectHash(of: bytes) == snapshot.hash else {
            throw error(.damaged, "a snapshot does not match the checksum in its name")
        }
        return bytes
    }

    public func write(
        snapshot bytes: [UInt8], at time: HybridTime, covering covered: VersionVector
    ) async throws(TransportError) {
        let snapshot = ListedSnapshot(time, ObjectHash(of: bytes))
        try await write(bytes, to: VaultLayout.snapshot(snapshot, in: try await vault()))
    }

    public func remove(snapshots: [ListedSnapshot]) async throws(TransportError) {
        let vault = try await vault()
        for snapshot in snapshots { try await tree.remove(VaultLayout.snapshot(snapshot, in: vault)) }
    }

    // MARK: - The rest

    public func hints() -> AsyncStream<Void> { tree.hints(below: VaultLayout.root) }

    public func close() async { await tree.close() }
}

extension TreeTransport {
    /// Without a dot: some servers list no names that begin with one.
    private static let claimPrefix = "claim-"
    private static let attempts = 40

    /// Devices that make a vault at the same time get one. No server can be relied on to write a name only once, so each writes a claim
    /// under a name of its own first: who then sees no other claim makes the vault, the others withdraw theirs and look again. A claim
    /// that never changes was left by a program that was killed: it is removed when the vault is there.
    public func create(_ header: VaultHeader) async throws(TransportError) -> VaultHeader {
        var oldest: Set<String>?
        for attempt in 1...Self.attempts {
            if let there = try await self.header() { return there }
            let claim = VaultLayout.root + [Self.claimPrefix + VaultID.random().text]
            try await tree.write([0x0A], to: claim, existingFolders: 0, isNamedByContent: false)
            do throws(TransportError) {
                let others = try await claims().subtracting([claim[claim.count - 1]])
                if others.isEmpty || (attempt == Self.attempts && others.isSubset(of: oldest ?? [])) {
                    let made = try await make(header)
                    try await tree.remove(claim)
                    for forgotten in others { try? await tree.remove(VaultLayout.root + [forgotten]) }
                    return made
                }
                oldest = oldest?.intersection(others) ?? others
            } catch {
                try? await tree.remove(claim)
                throw error
            }
            try await tree.remove(claim)
            try await pause(.milliseconds(Int.random(in: 1...(20 + 10 * attempt))))
        }
        throw error(.busy(retryAfter: nil), "another device is creating a vault there")
    }

    private func make(_ header: VaultHeader) async throws(TransportError) -> VaultHeader {
        if let there = try await self.header() { return there }
        try await tree.write(
            header.bytes, to: VaultLayout.header(header.vault), existingFolders: VaultLayout.root.count,
            isNamedByContent: false)
        guard let there = try await self.header() else {
            throw error(.unreachable, "what was just written could not be read back")
        }
        return there
    }

    private func claims() async throws(TransportError) -> Set<String> {
        Set((try await tree.list(VaultLayout.root) ?? []).map(\.name).filter { $0.hasPrefix(Self.claimPrefix) })
    }

    private func pause(_ duration: Duration) async throws(TransportError) {
        do {
            try await QueueClock().sleep(for: duration)
        } catch {
            throw self.error(.cancelled, "cancelled")
        }
    }

    /// Writes a file, lists and reads it, writes it again and removes it.
    public func check() async throws(TransportError) -> [VaultRemoteFinding] {
        let probe = ["cards-tui-check-" + VaultID.random().text]
        let bytes = Array(
            "cards-tui created this file to test whether files can be written here. You can delete it.\n".utf8)
        do throws(TransportError) {
            guard try await tree.list([]) != nil else { throw error(.unreachable, "the folder is missing") }
            try await tree.write(bytes, to: probe, existingFolders: 0, isNamedByContent: true)
            guard try await tree.read(probe, maximumBytes: Bounds.header) == bytes,
                try await tree.list([])?.contains(where: { $0.name == probe[0] }) == true
            else {
                try await tree.remove(probe)
                return [VaultRemoteFinding(.unusable, "What is written there cannot be read again.")]
            }
            try await tree.write(bytes, to: probe, existingFolders: 0, isNamedByContent: true)
            try await tree.remove(probe)
            guard try await !tree.has(probe) else {
                return [VaultRemoteFinding(.unusable, "Files cannot be removed there.")]
            }
        } catch {
            if error.kind != .cancelled { try? await tree.remove(probe) }
            throw error
        }
        return [VaultRemoteFinding(.good, "Files can be written, listed, read and removed.")]
            + (try await tree.remarks())
    }
}
