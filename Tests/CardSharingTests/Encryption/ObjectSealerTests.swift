import Basics
import Cards
import TestSupport
import Testing

@testable import CardSharing

@Suite("Sealed objects", .enabled(if: Sealing.isPossible, Sealing.reason))
struct ObjectSealerTests {
    private let vault: VaultID
    private let sealer: ObjectSealer

    init() throws {
        vault = try #require(VaultID("00112233445566778899aabbccddeeff"))
        sealer = try Sealing.sealer(vault: vault)
    }

    private func batch(_ number: Int64, device: String = "0123456789abcdef") throws -> SealedObject {
        .batch(BatchID(try #require(DeviceID(device)), number))
    }

    /// Computed by another program from the description in ObjectSealer: what is sealed today must open in ten years.
    @Test("the layout stays the same")
    func layout() throws {
        #expect(
            Hexadecimal.text(of: sealer.verifier)
                == "c54cad0694e9a6eb896f58af6186c06a3abb6859b0501ef28b5fa5b35c4ab5b6")
        let sealed = sealer.seal(Array(#"{"format":1}"#.utf8), as: try batch(7))
        #expect(
            Hexadecimal.text(of: sealed)
                == "43415244534541314f8ef6fd032700b12a6dbdb69caa8df1ed5ca17df3d0909b"
                + "9135d6b99ac97ff91f2a01f17ff3856684ce8744095edecb17fee827")
        let photo = PhotoHash(of: Array("photo".utf8))
        #expect(
            sealer.name(of: photo).text == "64d88169358ae8b910a25651da6c157ec8d31cbdf685b582fe92ca2d7f6a7169")
    }

    @Test("bytes of any length come back", arguments: [0, 1, 15, 16, 17, 63, 64, 65, 1000, 3_000_000])
    func roundTrip(count: Int) throws {
        var generator = SeededGenerator(usual: 17)
        let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let sealed = sealer.seal(bytes, as: try batch(1))
        #expect(sealed.count == count + ObjectSealer.overhead)
        #expect(sealer.open(sealed, as: try batch(1)) == bytes)
        #expect(try Sealing.sealer(vault: vault).open(sealed, as: try batch(1)) == bytes, "on another device")
    }

    @Test("the same bytes under one name are the same sealed bytes, and others share no nonce")
    func determinism() throws {
        let bytes = Array("bytes".utf8)
        let first = sealer.seal(bytes, as: try batch(1))
        #expect(sealer.seal(bytes, as: try batch(1)) == first)
        #expect(try Sealing.sealer(vault: vault).seal(bytes, as: try batch(1)) == first)
        let photo = PhotoHash(of: bytes)
        let others = [
            sealer.seal(bytes, as: try batch(2)), sealer.seal(bytes, as: try batch(1, device: "0123456789abcdee")),
            sealer.seal(bytes, as: .photo(photo)), sealer.seal(bytes, as: .snapshot(HybridTime(bits: 1))),
            sealer.seal(Array("bytez".utf8), as: try batch(1)),
            try Sealing.sealer("another", vault: vault).seal(bytes, as: try batch(1)),
            try Sealing.sealer(salt: Array(1..<17), vault: vault).seal(bytes, as: try batch(1)),
            try Sealing.sealer(vault: .random()).seal(bytes, as: try batch(1)),
        ]
        let start = ObjectSealer.mark.count
        #expect(Set((others + [first]).map { Array($0[start..<start + 24]) }).count == others.count + 1)
    }

    @Test("a sealed object opens under its own name only")
    func names() throws {
        let bytes = Array("bytes".utf8)
        let (photo, other) = (PhotoHash(of: bytes), PhotoHash(of: [1]))
        let objects: [SealedObject] = [
            try batch(1), try batch(11), try batch(1, device: "0123456789abcdee"), .photo(photo), .photo(other),
            .snapshot(HybridTime(bits: 1)), .snapshot(HybridTime(bits: 11)),
        ]
        for object in objects {
            let sealed = sealer.seal(bytes, as: object)
            for name in objects {
                #expect(sealer.open(sealed, as: name) == (name == object ? bytes : nil), "\(object) as \(name)")
            }
            #expect(try Sealing.sealer(vault: .random()).open(sealed, as: object) == nil, "another vault")
            #expect(try Sealing.sealer("another", vault: vault).open(sealed, as: object) == nil)
            #expect(try Sealing.sealer(salt: Array(1..<17), vault: vault).open(sealed, as: object) == nil)
        }
    }

    @Test("no bit of a sealed object can be changed, and no byte cut off or added")
    func changes() throws {
        let object = try batch(1)
        let sealed = sealer.seal(Array("some bytes".utf8), as: object)
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << bit
                #expect(sealer.open(changed, as: object) == nil, "byte \(index), bit \(bit)")
            }
            #expect(sealer.open(Array(sealed.prefix(index)), as: object) == nil, "\(index) bytes")
        }
        #expect(sealer.open(sealed + [0], as: object) == nil)
    }

    @Test("a photo's name is that of no photo, and differs by passphrase")
    func photoNames() throws {
        let photo = PhotoHash(of: Array("photo".utf8))
        let names = [
            photo, sealer.name(of: photo), try Sealing.sealer("another", vault: vault).name(of: photo),
            try Sealing.sealer(salt: Array(1..<17), vault: vault).name(of: photo),
            sealer.name(of: PhotoHash(of: [1])),
        ]
        #expect(Set(names).count == names.count)
        #expect(try Sealing.sealer(vault: vault).name(of: photo) == sealer.name(of: photo))
    }

    @Test("a passphrase and its keys are never printed")
    func printing() throws {
        let passphrase = try #require(Passphrase("correct horse"))
        var dumped = ""
        dump(passphrase, to: &dumped)
        dump(sealer, to: &dumped)
        for text in [dumped, "\(passphrase)", String(reflecting: passphrase), String(reflecting: sealer)] {
            #expect(!text.contains("correct"))
            #expect(!text.contains("99, 111, 114"), "its bytes")
        }
        #expect(Passphrase("") == nil)
    }
}
