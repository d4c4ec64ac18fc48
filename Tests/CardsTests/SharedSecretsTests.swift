import TestSupport
import Testing

@testable import Cards

@Suite("Secret fields as devices share them")
struct SharedSecretsTests {
    private typealias Stamp = SharedSecrets.Stamp

    private func secret(_ label: String, _ value: String) throws -> CardSecret {
        try CardSecret(label: label, value: value)
    }

    private func stamp(_ time: Int64, _ random: UInt64 = 1) -> Stamp { Stamp(time: time, random: random) }

    private func texts(_ secrets: SharedSecrets) -> [String] {
        secrets.values.values.map { "\($0.label)=\($0.value)" }.sorted()
    }

    @Test("the later of two values that were set at once keeps the label, and the other one stays beside it")
    func concurrent() throws {
        let first = SharedSecrets(values: [stamp(1): try secret("PIN", "4711")])
        let second = SharedSecrets(values: [stamp(2): try secret("pin", "0815")])
        let third = SharedSecrets(values: [stamp(3): try secret("PIN", "1234")])
        for order in [[first, second, third], [third, first, second], [second, third, first]] {
            var all = SharedSecrets()
            var hasMoved = false
            for secrets in order { hasMoved = all.formUnion(secrets) || hasMoved }
            #expect(hasMoved)
            #expect(texts(all) == ["PIN (3)=4711", "PIN=1234", "pin (2)=0815"])
        }
    }

    @Test("the same value from two devices is one field")
    func sameValue() throws {
        var all = SharedSecrets(values: [stamp(1): try secret("PIN", "4711")])
        let hasMoved = all.formUnion(SharedSecrets(values: [stamp(2): try secret("PIN", "4711")]))
        #expect(hasMoved)
        #expect(texts(all) == ["PIN=4711"])
        let before = all
        let moves = all.formUnion(before)
        #expect(!moves)
        #expect(all == before)
    }

    @Test("what is gone does not come back with what somebody sends who has not heard of it")
    func gone() throws {
        let old = SharedSecrets(values: [stamp(1): try secret("PIN", "4711")])
        var all = SharedSecrets(values: [stamp(2): try secret("PIN", "0815")], gone: [stamp(1)])
        _ = all.formUnion(old)
        #expect(texts(all) == ["PIN=0815"])
        var forgotten = SharedSecrets(forgotten: [stamp(1): "PIN"])
        _ = forgotten.formUnion(old)
        #expect(texts(forgotten).isEmpty)
        #expect(forgotten.gone.isEmpty && forgotten.forgotten.count == 1)
    }

    @Test("a label that is as long as one may be makes room for the number")
    func longLabel() throws {
        let label = String(repeating: "ä", count: CardBounds.lineBytes / 2)
        var all = SharedSecrets(values: [stamp(1): try secret(label, "4711")])
        _ = all.formUnion(SharedSecrets(values: [stamp(2): try secret(label, "0815")]))
        #expect(all.values.count == 2)
        #expect(all.values.values.map(\.label).contains(label))
        #expect(all.values.values.allSatisfy { $0.label == label || $0.label.hasSuffix("ä (2)") })
    }

    @Test("a new value is later than the one that it replaces, whatever the clock says")
    func stamps() throws {
        let old = stamp(5_000_000)
        let new = Stamp(at: Timestamp(clamping: 1000), replacing: old)
        #expect(old < new)
        #expect(Stamp(new.text) == new)
        #expect(Stamp(old.moved.text) == old.moved && old < old.moved)
        for text in [
            "", "1", "1-", "1-00", "-1-0000000000000001", "1-0000000000000001-0", "01-0000000000000001",
            "1-000000000000000G",
        ] {
            #expect(Stamp(text) == nil, "\(text)")
        }
        #expect(
            Stamp(at: Timestamp(clamping: .max), replacing: Stamp(at: Timestamp(clamping: .max))).text.hasPrefix(
                "\(1 << 47)-"))
    }

    @Test("the bytes are read back, and those of another kind are told")
    func bytes() throws {
        let secrets = SharedSecrets(
            values: [stamp(1): try secret("PIN", "47 11"), stamp(2).moved: try secret("Code", "ä\u{301}")],
            gone: [stamp(3)], forgotten: [stamp(4): "Old"])
        #expect(try SharedSecrets(secrets.bytes) == secrets)
        let empty = SharedSecrets()
        #expect(
            String(decoding: empty.bytes, as: UTF8.self) == #"{"format":1,"values":[],"gone":[],"forgotten":[]}"#)
        for text in [
            "", "{}", "[]", #"{"format":1,"values":[1]}"#, #"{"format":1,"values":[["1-0000000000000001","","x"]]}"#,
        ] {
            #expect(throws: SharedSecrets.Problem.damaged, "\(text)") { try SharedSecrets(Array(text.utf8)) }
        }
        #expect(throws: SharedSecrets.Problem.newer) { try SharedSecrets(Array(#"{"format":2}"#.utf8)) }
        for end in secrets.bytes.indices { _ = try? SharedSecrets(Array(secrets.bytes[..<end])) }
    }

    @Test("devices that have told each other everything have the same")
    func convergence() throws {
        let seed = SeededGenerator.seed()
        for round in 0..<200 {
            var generator = SeededGenerator(seed: seed &+ UInt64(round))
            var devices = [SharedSecrets](repeating: SharedSecrets(), count: 4)
            for _ in 0..<30 {
                let device = Int.random(in: 0..<4, using: &generator)
                if Int.random(in: 0..<3, using: &generator) == 0 {
                    _ = devices[device].formUnion(devices[Int.random(in: 0..<4, using: &generator)])
                    continue
                }
                try change(&devices[device], using: &generator)
            }
            var (isMoving, rounds) = (true, 0)
            while isMoving, rounds < 20 {
                (isMoving, rounds) = (false, rounds + 1)
                for device in devices.indices {
                    for other in devices.indices {
                        let before = devices[device]
                        _ = devices[device].formUnion(devices[other])
                        if devices[device] != before { isMoving = true }
                    }
                }
            }
            #expect(Set(devices).count == 1, "CARDS_SEED=\(seed &+ UInt64(round))")
            let labels = devices[0].values.values.map { TextFolding.fold($0.label) }
            #expect(Set(labels).count == labels.count, "CARDS_SEED=\(seed &+ UInt64(round))")
        }
    }

    /// Sets, removes or forgets a field as a person does.
    private func change(_ secrets: inout SharedSecrets, using generator: inout SeededGenerator) throws {
        let label = ["PIN", "pin", "Code", "PIN (2)"].randomElement(using: &generator) ?? "PIN"
        let new = try secret(label, String(Int.random(in: 0..<3, using: &generator)))
        let old = secrets.values.filter { TextFolding.fold($0.value.label) == TextFolding.fold(label) }
        let kept = secrets.values.filter { old[$0.key] == nil }
        let time = Int64.random(in: 0..<50, using: &generator) + (old.keys.map(\.time).max() ?? 0)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: secrets = SharedSecrets(values: kept, gone: secrets.gone.union(old.keys), forgotten: secrets.forgotten)
        case 1:
            secrets = SharedSecrets(
                values: kept, gone: secrets.gone,
                forgotten: secrets.forgotten.merging(old.mapValues { ExactText($0.label) }) { own, _ in own })
        default:
            let stamp = Stamp(time: time + 1, random: generator.next())
            secrets = SharedSecrets(
                values: kept.merging([stamp: new]) { $1 }, gone: secrets.gone.union(old.keys),
                forgotten: secrets.forgotten)
        }
    }
}
