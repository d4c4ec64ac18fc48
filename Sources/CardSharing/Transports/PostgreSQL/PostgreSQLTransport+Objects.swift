public import Cards

extension PostgreSQLTransport {
    public func photos(among hashes: [PhotoHash]) async throws(TransportError) -> Set<PhotoHash> {
        Set(try await sizes(of: hashes).keys)
    }

    public func photos(lacking sizes: [PhotoHash: Int]) async throws(TransportError) -> Set<PhotoHash> {
        let there = try await self.sizes(of: Array(sizes.keys))
        return Set(sizes.filter { there[$0.key] != Int64($0.value) }.keys)
    }

    /// A question to the server for some hundred photos, and a server that is far away.
    public var looksQuickly: Bool { false }

    private func sizes(of hashes: [PhotoHash]) async throws(TransportError) -> [PhotoHash: Int64] {
        guard !hashes.isEmpty else { return [:] }
        let rows = try await answer(
            PostgreSQLQueries.photos(among: hashes.map { $0.bytes }, in: try await vault()))
        var sizes: [PhotoHash: Int64] = [:]
        for row in 0..<rows.count {
            guard let hash = rows.bytes(row, 0).flatMap({ PhotoHash(bytes: $0) }) else { continue }
            sizes[hash] = rows.integer(row, 1)
        }
        return sizes
    }

    public func photo(_ hash: PhotoHash) async throws(TransportError) -> [UInt8]? {
        let header = try await knownHeader()
        guard let bytes = try await answer(PostgreSQLQueries.photo(hash.bytes, in: header.vault)).bytes(0, 0)
        else {
            return nil
        }
        // The name of a sealed one is not the hash of its bytes; whoever opens it checks them.
        guard header.sealing != nil || PhotoHash(of: bytes) == hash else {
            throw error(.damaged, "the photo \(hash.text.prefix(12))… does not match the checksum in its name")
        }
        return bytes
    }

    public func write(photo bytes: [UInt8], _ hash: PhotoHash) async throws(TransportError) {
        let header = try await knownHeader()
        guard header.sealing != nil || PhotoHash(of: bytes) == hash else {
            throw error(
                .damaged, "the photo \(hash.text.prefix(12))… on this device does not match the checksum in its name")
        }
        let (name, vault) = (hash.bytes, header.vault)
        if try await answer(PostgreSQLQueries.write(photo: bytes, name, to: vault)).count > 0 { return }
        if try await answer(PostgreSQLQueries.damaged(photo: bytes, name, in: vault)).count == 0 { return }
        do throws(TransportError) {
            _ = try await answer(PostgreSQLQueries.replace(photo: bytes, name, in: vault))
        } catch {
            guard error.kind == .refused else { throw error }
            throw self.error(
                .damaged,
                "the photo \(hash.text.prefix(12))… is damaged. This role cannot replace photos; the owner of the database tables can"
            )
        }
    }

    public func snapshots() async throws(TransportError) -> [ListedSnapshot] {
        let rows = try await answer(PostgreSQLQueries.snapshots(of: try await vault()))
        return (0..<rows.count).compactMap { row in
            guard let time = rows.integer(row, 0),
                let hash = rows.bytes(row, 1).flatMap({ ObjectHash(bytes: $0) })
            else { return nil }
            return ListedSnapshot(HybridTime(bits: time), hash, size: rows.integer(row, 2).map { Int($0) })
        }
    }

    public func bytes(of snapshot: ListedSnapshot) async throws(TransportError) -> [UInt8]? {
        let statement = PostgreSQLQueries.snapshot(snapshot.hash.bytes, of: try await vault())
        guard let bytes = try await answer(statement).bytes(0, 0) else { return nil }
        guard ObjectHash(of: bytes) == snapshot.hash else {
            throw error(.damaged, "a snapshot does not match its checksum")
        }
        return bytes
    }

    public func write(
        snapshot bytes: [UInt8], at time: HybridTime, covering covered: VersionVector
    ) async throws(TransportError) {
        let hash = ObjectHash(of: bytes).bytes
        let vault = try await vault()
        _ = try await answer(
            PostgreSQLQueries.write(snapshot: bytes, hash, at: time.bits, covering: covered, to: vault))
    }

    public func remove(snapshots: [ListedSnapshot]) async throws(TransportError) {
        guard !snapshots.isEmpty else { return }
        let hashes = snapshots.map { $0.hash.bytes }
        _ = try await answer(PostgreSQLQueries.remove(snapshots: hashes, from: try await vault()))
    }
}
