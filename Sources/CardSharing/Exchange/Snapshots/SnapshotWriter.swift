internal import Basics
internal import Cards

/// Makes a snapshot of batches: they are given in the order in which a device knows them. It holds the packed bytes, and one segment.
struct SnapshotWriter {
    private var bytes: [UInt8]
    private let covered: VersionVector
    private var written = VersionVector()
    private var segment: [UInt8] = []
    /// A compromise: a snapshot is fetched more often than it is made, but it is made while somebody uses the program.
    private static let level = 3

    init(of vault: VaultID, covering covered: VersionVector) {
        self.covered = covered
        let head = JSONWriter.bytes(
            of: .object(
                JSONObject([
                    (SnapshotFormat.Key.format, .number(String(SnapshotFormat.known))),
                    (SnapshotFormat.Key.vault, .string(vault.text)), (SnapshotFormat.Key.covers, covered.json),
                ])))
        bytes = SnapshotFormat.mark + Self.number(head.count, 4) + head
    }

    mutating func add(_ id: BatchID, _ body: [UInt8]) throws(SnapshotError) {
        guard id.number == written[id.device] + 1 else {
            throw SnapshotError("lacks batch \(written[id.device] + 1) of device \(id.device.text)")
        }
        written[id.device] = id.number
        if !segment.isEmpty, segment.count + body.count > SnapshotFormat.segmentBytes { try close() }
        segment += id.device.bytes + Self.number(Int(id.number), 8) + Self.number(body.count, 4) + body
    }

    /// The whole object.
    mutating func finish() throws(SnapshotError) -> [UInt8] {
        if let missing = covered.sorted.first(where: { written[$0.device] != $0.number }) {
            throw SnapshotError("lacks batch \(written[missing.device] + 1) of device \(missing.device.text)")
        }
        if !segment.isEmpty { try close() }
        return bytes
    }

    private mutating func close() throws(SnapshotError) {
        guard let packed = ZlibStream.packed(segment, as: .zlib, level: Self.level) else {
            throw SnapshotError("cannot be compressed: zlib1g is missing, or there is not enough memory")
        }
        bytes += Self.number(packed.count, 4) + Self.number(segment.count, 4)
        bytes += packed
        segment.removeAll(keepingCapacity: true)
        if bytes.count > SnapshotFormat.maximumBytes { throw SnapshotError("would be larger than 1 GB") }
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
}

extension SnapshotWriter {
    /// A snapshot of what the store knows, as far as the vector covers it.
    /// - Parameter each: called with the size of each batch.
    static func snapshot(
        of store: any VaultStore, _ vault: VaultID, covering covered: VersionVector,
        each: (BatchID, Int) -> Void = { _, _ in }
    ) async throws -> [UInt8] {
        var writer = SnapshotWriter(of: vault, covering: covered)
        var place: Int64? = 0
        while let start = place {
            try Task.checkCancellation()
            let page = try await store.batches(upTo: covered, after: start, bytes: SnapshotFormat.segmentBytes)
            for batch in page.batches {
                try writer.add(batch.id, batch.bytes)
                each(batch.id, batch.bytes.count)
            }
            place = page.next
        }
        return try writer.finish()
    }
}
