internal import Basics
internal import CardNetwork
public import Cards
internal import Synchronization

/// A vault in a PostgreSQL database (``PostgreSQLSchema``). Batches are found by the revision that the server gave them.
///
/// It keeps one connection for what is asked and one for each stream of ``hints()``. Passwords are held in memory only.
public final class PostgreSQLTransport: ChangeTransport {
    public let name: String
    let address: PostgreSQLAddress
    private let password: String?
    let session: PostgreSQLSession
    private let libraries: [String]
    private let memory = PostgreSQLMemory()
    let reading = PostgreSQLReading()

    /// - Parameter password: nil to take it from `~/.pgpass` or a service file.
    public convenience init(_ address: PostgreSQLAddress, password: String? = nil) {
        self.init(address, password: password, libraries: PostgreSQLLibrary.names)
    }

    init(
        _ address: PostgreSQLAddress, password: String? = nil, libraries: [String],
        limits: PostgreSQLConnection.Limits = PostgreSQLConnection.Limits()
    ) {
        self.address = address
        self.password = password
        self.libraries = libraries
        name = address.name
        session = PostgreSQLSession(to: address, password: password, limits: limits, libraries: libraries)
    }

    /// Another connection to the same place.
    func anotherSession() -> PostgreSQLSession {
        PostgreSQLSession(
            to: address, password: password, limits: PostgreSQLConnection.Limits(), libraries: libraries)
    }

    // MARK: - The vault

    public func header() async throws(TransportError) -> VaultHeader? {
        let rows: PostgreSQLRows
        do {
            rows = try await session.run { connection throws(PostgreSQLFailure) in
                try connection.execute([PostgreSQLQueries.headers])[0]
            }
        } catch {
            // A database without our tables is an empty place; that there is no such database is told.
            if error.isMissing { return nil }
            throw error.error(of: name)
        }
        var headers = (0..<rows.count).compactMap { row -> VaultHeader? in
            guard let vault = rows.text(row, 0).flatMap({ VaultID($0) }), let format = rows.integer(row, 1) else {
                return nil
            }
            return VaultHeader(
                vault: vault, format: Int(format),
                sealing: rows.bytes(row, 2).flatMap { try? JSONParser.parse($0, maximumValues: 1000) })
        }
        if let wanted = address.vault { headers.removeAll { $0.vault != wanted } }
        guard headers.count <= 1 else {
            let names = headers.prefix(5).map { "vault=" + $0.vault.text }.joined(separator: ", ")
            throw error(.wrongPlace, "has several vaults; name one after a question mark in the address: \(names)")
        }
        await memory.keep(headers.first)
        return headers.first
    }

    public func create(_ header: VaultHeader) async throws(TransportError) -> VaultHeader {
        if let there = try await self.header() { return there }
        if let wanted = address.vault, wanted != header.vault {
            throw error(.wrongPlace, "does not have the vault \(wanted.text)")
        }
        let isAddressed = address.vault != nil
        try await run { connection throws(PostgreSQLFailure) in
            try connection.execute(PostgreSQLSchema.statements)
            try connection.execute(PostgreSQLQueries.create(header, besideOthers: isAddressed))
        }
        guard let there = try await self.header() else {
            throw error(.refused, "does not show the vault that was created")
        }
        return there
    }

    /// The header, which is asked for once.
    func knownHeader() async throws(TransportError) -> VaultHeader {
        if let header = await memory.header { return header }
        guard let header = try await header() else { throw missing }
        return header
    }

    func vault() async throws(TransportError) -> VaultID { try await knownHeader().vault }

    // MARK: - Batches

    public func batches(after known: VersionVector, limit: Int) async throws(TransportError) -> BatchListing {
        let vault = try await vault()
        let looks = await memory.looks()
        let found = try await run { [reading] connection throws(PostgreSQLFailure) -> BatchListing? in
            var statements = PostgreSQLQueries.batches(
                of: vault, after: known, from: connection.cursor.revision(for: known), limit: limit)
            if looks { statements.append(PostgreSQLQueries.inventory(of: vault, lacking: known)) }
            let answers = try connection.execute(statements)
            guard let latest = answers[0].integer(0, 0) else { return nil }
            let page = PostgreSQLPage(answers[1], others: answers[2])
            let unnamed = connection.cursor.unnamed(beside: page, known: known)
            connection.cursor = connection.cursor.moved(by: page, known: known, latest: latest)
            if !page.hasMore { reading.note(latest) }
            return BatchListing(
                page.batches, hasMore: page.hasMore, unreadable: unnamed,
                inventory: looks ? PostgreSQLPage.inventory(answers[3]) : [:])
        }
        guard let listing = found else { throw missing }
        return listing
    }

    public func bytes(of batch: ListedBatch) async throws(TransportError) -> [UInt8]? {
        if let bytes = batch.bytes { return bytes }
        let rows = try await answer(PostgreSQLQueries.body(of: batch.id, in: try await vault()))
        if rows.count == 0 { return nil }
        let name = "batch \(batch.id.number) of device \(batch.id.device.text)"
        guard let bytes = rows.bytes(0, 0) else {
            throw error(.damaged, "\(name) is larger than \(ChangeBatch.maximumBytes >> 20) MB")
        }
        guard PostgreSQLPage.isHash(batch.hash, of: bytes) else {
            throw error(.damaged, "\(name) does not match its checksum")
        }
        return bytes
    }

    public func write(_ batches: [OutgoingBatch]) async throws(TransportError) -> [BatchWriting] {
        let vault = try await vault()
        var results: [BatchWriting] = []
        for part in PostgreSQLPage.parts(of: batches) {
            let push = PostgreSQLQueries.push(Array(part), to: vault)
            let answer = try await run { [reading] connection throws(PostgreSQLFailure) in
                reading.note(writer: connection.processID)
                return try connection.execute([push])[0]
            }
            guard let flags = answer.bytes(0, 0).flatMap(PostgreSQLPage.flags), flags.count == part.count else {
                throw error(.wrongPlace, "sent an unexpected reply")
            }
            results += flags.map { $0 ? .stored : .taken }
        }
        return results
    }

    public func remove(_ batches: [BatchID]) async throws(TransportError) {
        guard !batches.isEmpty else { return }
        _ = try await answer(PostgreSQLQueries.remove(batches, from: try await vault()))
    }

    public func close() async { session.close() }

    // MARK: - Asking

    func answer(_ statement: PostgreSQLStatement) async throws(TransportError) -> PostgreSQLRows {
        try await run { connection throws(PostgreSQLFailure) in try connection.execute([statement])[0] }
    }

    func run<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> Value
    ) async throws(TransportError) -> Value {
        do {
            return try await session.run(body)
        } catch {
            throw error.error(of: name)
        }
    }

    func error(_ kind: TransportError.Kind, _ reason: String) -> TransportError { TransportError(kind, name, reason) }

    private var missing: TransportError { error(.wrongPlace, "does not have the vault that was set up") }
}

extension PostgreSQLTransport {
    public func check() async throws(TransportError) -> [VaultRemoteFinding] {
        let header = try await header()
        let found = try await run { connection throws(PostgreSQLFailure) in
            let rows = try connection.execute([
                PostgreSQLStatement(
                    """
                    SELECT current_setting('server_version'), rolsuper OR rolbypassrls,
                        has_database_privilege(current_database(), 'CREATE')
                    FROM pg_roles WHERE rolname = current_user
                    """)
            ])[0]
            return (rows: rows, version: connection.serverVersion, isEncrypted: connection.isEncrypted)
        }
        let version = found.rows.text(0, 0)?.split(separator: " ").first.map(String.init) ?? "?"
        var findings: [VaultRemoteFinding] = []
        // sha256() and what push needs are older; older servers get no more security fixes.
        findings.append(
            found.version >= 130_000
                ? VaultRemoteFinding(.good, "PostgreSQL \(version)")
                : VaultRemoteFinding(.unusable, "PostgreSQL \(version) is too old: 13 is needed"))
        let isLocal = address.hosts.allSatisfy { $0.isLocal || $0.name == nil }
        if found.isEncrypted {
            findings.append(VaultRemoteFinding(.good, "the connection is encrypted"))
        } else if !isLocal {
            findings.append(VaultRemoteFinding(.unusable, "the connection is not encrypted"))
        }
        if found.rows.flag(0, 1) == true {
            findings.append(
                VaultRemoteFinding(
                    .remark, "this user has full rights there; a restricted role is safer (see: cards-tui sync desk)"))
        }
        if let header {
            findings.append(VaultRemoteFinding(.good, "it holds the vault \(header.vault.text)"))
            findings += try await writing(to: header.vault)
        } else if found.rows.flag(0, 2) == true {
            findings.append(VaultRemoteFinding(.good, "a vault can be created there"))
        } else {
            findings.append(
                VaultRemoteFinding(
                    .unusable,
                    "there is no vault that this user can access, and this user cannot create one; ask the owner of the database to do so"
                ))
        }
        return findings
    }

    /// Nothing is left behind: an empty push locks the vault and writes nothing.
    private func writing(to vault: VaultID) async throws(TransportError) -> [VaultRemoteFinding] {
        do {
            _ = try await answer(PostgreSQLQueries.push([], to: vault))
            return [VaultRemoteFinding(.good, "batches can be written")]
        } catch {
            guard error.kind == .refused || error.kind == .wrongPlace else { throw error }
            return [VaultRemoteFinding(.unusable, "this user cannot write batches there")]
        }
    }
}

extension PostgreSQLTransport {
    /// A connection that says nothing is tried this often: a dead one tells nothing either.
    static let pollInterval: Duration = .seconds(60)
    private static let longestPause: Duration = .seconds(300)

    /// Tells of what others wrote and this transport has not read: with nothing to read there is no exchange.
    public func hints() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task { [self] in
                await listen { continuation.yield(()) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Listens until the task is cancelled, on a connection of its own that is opened again when it breaks.
    private func listen(_ tell: @escaping @Sendable () -> Void) async {
        let session = anotherSession()
        defer { session.close() }
        var pause: Duration = .seconds(1)
        while !Task.isCancelled {
            let isListening = PostgreSQLListening()
            if let vault = try? await vault() {
                _ = try? await session.run { [reading] connection throws(PostgreSQLFailure) in
                    try Self.listen(to: vault, by: connection, isListening, reading, tell)
                }
            }
            reading.forget()
            // One that worked for a while was not refused: it is opened again soon.
            if isListening.hasBegun { pause = .seconds(1) }
            try? await QueueClock().sleep(for: pause * Double.random(in: 0.5...1))
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// Ends with an error only.
    private static func listen(
        to vault: VaultID, by connection: PostgreSQLConnection, _ listening: PostgreSQLListening,
        _ reading: PostgreSQLReading, _ tell: @Sendable () -> Void
    ) throws(PostgreSQLFailure) {
        try connection.execute([PostgreSQLStatement("LISTEN cards_tui_\(vault.text)")])
        listening.begin()
        // What came before it listened. Asked for on its own: behind LISTEN in one transaction it would be too early.
        try look()
        while true {
            let notices = try connection.waitForNotices(pollInterval)
            if notices.isEmpty { try look() } else if notices.contains(where: reading.isNew) { tell() }
        }

        func look() throws(PostgreSQLFailure) {
            let latest = try connection.execute([PostgreSQLQueries.latest(of: vault)])[0].integer(0, 0)
            if latest == nil || latest != reading.revision { tell() }
        }
    }
}

/// What a transport remembers of its vault between calls.
actor PostgreSQLMemory {
    private(set) var header: VaultHeader?
    /// Whether the next listing looks for batches that are not there any more.
    private var mustLook = true

    func keep(_ header: VaultHeader?) { (self.header, mustLook) = (header, true) }

    func looks() -> Bool {
        defer { mustLook = false }
        return mustLook
    }
}

/// What the server says of a change: who made it, and the revision that the vault has since.
struct PostgreSQLNotice: Sendable {
    let process: Int32
    let text: String
}

/// What a transport's connection for queries has read and written, for the connection that listens: a change that it knows is no news.
final class PostgreSQLReading: Sendable {
    private let latest = Atomic<Int64>(-1)
    private let writer = Atomic<Int32>(0)

    /// The revision up to which all was listed; nil if nothing was.
    var revision: Int64? {
        let value = latest.load(ordering: .acquiring)
        return value < 0 ? nil : value
    }

    /// What was read from one server says nothing of another one that took over.
    func forget() { latest.store(-1, ordering: .releasing) }

    func note(_ revision: Int64) { latest.store(revision, ordering: .releasing) }

    /// - Parameter process: the server's process that writes for this transport.
    func note(writer process: Int32) { writer.store(process, ordering: .releasing) }

    /// Whoever writes lists behind it what others wrote meanwhile. Without a number, which older tables do not tell, everything is new.
    func isNew(_ notice: PostgreSQLNotice) -> Bool {
        if notice.process == writer.load(ordering: .acquiring) { return false }
        guard let revision, let told = Int64(notice.text) else { return true }
        return told > revision
    }
}

/// Whether a connection came as far as to listen.
final class PostgreSQLListening: Sendable {
    private let flag = Atomic(false)

    var hasBegun: Bool { flag.load(ordering: .relaxed) }

    func begin() { flag.store(true, ordering: .relaxed) }
}
