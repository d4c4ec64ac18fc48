import Basics
import CardStorage
import Cards
import Testing

@testable import CardSharing

/// Snapshots as bytes, honest and hostile.
@Suite("The format of snapshots")
struct SnapshotFormatTests {
    private let vault = VaultID.random()
    private let device = DeviceID.random()

    private func batch(_ number: Int64, note: String = "", vault: VaultID? = nil) throws -> ChangeBatch {
        var change = BatchedChange(try #require(CardID("card")))
        change.values["note"] = .string(note)
        return ChangeBatch(
            vault: vault ?? self.vault, id: BatchID(device, number), time: HybridTime(bits: number),
            seen: VersionVector([device: number - 1]), changes: [change])
    }

    private func snapshot(
        _ batches: [ChangeBatch], of vault: VaultID? = nil, covering covered: VersionVector? = nil
    ) throws -> [UInt8] {
        var writer = SnapshotWriter(
            of: vault ?? self.vault, covering: covered ?? VersionVector([device: Int64(batches.count)]))
        for batch in batches { try writer.add(batch.id, batch.bytes) }
        return try writer.finish()
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    private func head(_ json: String) -> [UInt8] {
        Array("CARDSNAP".utf8) + number(json.utf8.count, 4) + Array(json.utf8)
    }

    /// A snapshot that says to have one batch, with this segment.
    private func hostile(_ segment: [UInt8]) -> [UInt8] {
        head(#"{"format":1,"vault":"\#(vault.text)","covers":{"\#(device.text)":1}}"#) + segment
    }

    private func packed(_ bytes: [UInt8], saying count: Int? = nil) throws -> [UInt8] {
        let packed = try #require(ZlibStream.packed(bytes, as: .zlib, level: 9))
        return number(packed.count, 4) + number(count ?? bytes.count, 4) + packed
    }

    @Test("what was written is read, a segment at a time")
    func roundTrip() throws {
        var generator = SeededNotes()
        let batches = try (1...12).map { try batch(Int64($0), note: generator.note(of: 400_000)) }
        let bytes = try snapshot(batches)
        var reader = try SnapshotReader(bytes)
        #expect(reader.vault == vault && reader.covered == VersionVector([device: 12]))
        var (found, segments): ([ChangeBatch], Int) = ([], 0)
        while let part = try reader.next() {
            segments += 1
            #expect(part.reduce(0) { $0 + $1.bytes.count } <= SnapshotFormat.maximumSegment)
            found += try part.map { try $0.batch(of: vault) }
        }
        #expect(found == batches)
        #expect(segments >= 2)
        #expect(try SnapshotReader.verify(bytes, of: vault) == reader.covered)
        #expect(try SnapshotReader.verify(snapshot([]), of: vault).isEmpty)
    }

    @Test("one that is cut anywhere is refused")
    func cut() throws {
        let bytes = try snapshot((1...3).map { try batch(Int64($0), note: "a note") })
        for count in 0..<bytes.count {
            #expect(throws: SnapshotError.self) { try SnapshotReader.verify(Array(bytes.prefix(count)), of: vault) }
        }
        #expect(throws: SnapshotError.self) { try SnapshotReader.verify(bytes + [0], of: vault) }
    }

    @Test("one in which any byte was changed is refused, or says the same")
    func changed() throws {
        let batches = try (1...3).map { try batch(Int64($0), note: "a note") }
        let bytes = try snapshot(batches)
        for position in bytes.indices {
            var other = bytes
            other[position] ^= 0x11
            guard var reader = try? SnapshotReader(other) else { continue }
            var found: [ChangeBatch] = []
            while let part = try? reader.next() { found += part.compactMap { try? $0.batch(of: vault) } }
            #expect(found.allSatisfy { batches.contains($0) }, "byte \(position)")
        }
    }

    @Test("batches of another vault, or that are missing, twice or others, are refused")
    func contradictions() throws {
        let other = VaultID.random()
        let foreign = try snapshot([try batch(1, vault: other)])
        #expect(throws: SnapshotError.self) { try SnapshotReader.verify(foreign, of: vault) }
        #expect(throws: SnapshotError.self) {
            try SnapshotReader.verify(snapshot([try batch(1, vault: other)], of: other), of: vault)
        }
        #expect(throws: SnapshotError.self) { try snapshot([try batch(2)]) }
        #expect(throws: SnapshotError.self) {
            try snapshot([try batch(1)], covering: VersionVector([device: 2]))
        }
        let text = try batch(1).bytes
        let record = try #require(Hexadecimal.bytes(of: device.text[...])) + number(1, 8) + number(text.count, 4) + text
        #expect(try SnapshotReader.verify(hostile(packed(record)), of: vault) == VersionVector([device: 1]))
        for segment in [
            try packed(record) + packed(record), try packed(record + record), try packed([]), [],
            try packed(Array(record.dropLast())), try packed([UInt8](repeating: 0xFF, count: 20)),
            try packed(record.prefix(8) + number(2, 8) + record.dropFirst(16)),
            try packed([UInt8](repeating: 0, count: 8) + record.dropFirst(8)),
            try packed(record.prefix(8) + [UInt8](repeating: 0xFF, count: 8) + record.dropFirst(16)),
        ] {
            #expect(throws: SnapshotError.self) { try SnapshotReader.verify(hostile(segment), of: vault) }
        }
    }

    @Test("a bomb, wrong lengths and a wrong head are refused")
    func bombs() throws {
        let zeros = [UInt8](repeating: 0, count: SnapshotFormat.maximumSegment + 1)
        let bomb = try #require(ZlibStream.packed(zeros, as: .zlib, level: 9))
        for segment in [
            try packed(zeros), try packed(zeros, saying: 1000), try packed([1, 2, 3], saying: 4),
            try packed([1, 2, 3], saying: 2), number(0xFFFF_FFFF, 4) + number(3, 4) + bomb,
            number(bomb.count, 4) + number(0xFFFF_FFFF, 4) + bomb, number(3, 4) + number(3, 4) + [1, 2, 3],
        ] {
            #expect(throws: SnapshotError.self) { try SnapshotReader.verify(hostile(segment), of: vault) }
        }
        let text = vault.text
        for head in [
            [], Array("CARDSNAP".utf8), Array("CARDSNAP".utf8) + number(0xFFFF_FFFF, 4), head(""), head("{}"),
            head("[[[["), head(#"{"format":1,"vault":"x","covers":{}}"#), head(#"{"format":1,"vault":"\#(text)"}"#),
            head(#"{"format":1,"vault":"\#(text)","covers":{"x":1}}"#), Array("{}".utf8),
        ] {
            #expect(throws: SnapshotError.self) { try SnapshotReader.verify(head, of: vault) }
        }
        let newer = #expect(throws: SnapshotError.self) {
            try SnapshotReader(head(#"{"format":2,"vault":"\#(text)","covers":{}}"#))
        }
        #expect(newer?.reason.contains("newer") == true)
    }
}

/// Notes that do not pack well.
private struct SeededNotes {
    private var state: UInt64 = 7

    mutating func note(of count: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789".utf8)
        let bytes = (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return letters[Int(state >> 33) % letters.count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
