import Basics
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
        secrets.fields.map { "\($0.label)=\($0.value)" }.sorted()
    }

    @Test("the later of two values that were set at once keeps the label, and the other one is shown beside it")
    func concurrent() throws {
        let first = SharedSecrets(values: [stamp(1): try secret("PIN", "4711")])
        let second = SharedSecrets(values: [stamp(2): try secret("pin", "0815")])
        let third = SharedSecrets(values: [stamp(3): try secret("PIN", "1234")])
        for order in [[first, second, third], [third, first, second], [second, third, first]] {
            var all = SharedSecrets()
            for secrets in order { all.formUnion(secrets) }
            #expect(texts(all) == ["PIN (3)=4711", "PIN=1234", "pin (2)=0815"])
        }
    }

    @Test("the same value from two devices is one field, which goes as one")
    func sameValue() throws {
        var all = SharedSecrets(values: [stamp(1): try secret("PIN", "4711")])
        all.formUnion(SharedSecrets(values: [stamp(2): try secret("PIN", "4711")]))
        #expect(texts(all) == ["PIN=4711"])
        let before = all
        all.formUnion(before)
        #expect(all == before)
        all.set("PIN", to: nil, at: Timestamp(milliseconds: 9))
        #expect(all.fields.isEmpty && all.gone == [stamp(1), stamp(2)])
    }

    @Test("who removes, replaces or forgets a field ends its value also where it was shown under another label")
    func movedValues() throws {
        let first = SharedSecrets(values: [stamp(1): try secret("PIN", "1111")])
        var both = first
        both.formUnion(SharedSecrets(values: [stamp(2): try secret("PIN", "2222")]))
        #expect(texts(both) == ["PIN (2)=1111", "PIN=2222"])
        var (removed, replaced, forgotten) = (first, first, first)
        removed.set("PIN", to: nil, at: Timestamp(milliseconds: 9))
        replaced.set("PIN", to: try secret("PIN", "3333"), at: Timestamp(milliseconds: 9))
        forgotten.forget { _ in true }
        for (other, expected) in [
            (removed, ["PIN=2222"]), (replaced, ["PIN (2)=2222", "PIN=3333"]), (forgotten, ["PIN=2222"]),
        ] {
            var all = both
            all.formUnion(other)
            #expect(texts(all) == expected)
        }
        // The one that was shown beside it moves up.
        both.set("PIN", to: nil, at: Timestamp(milliseconds: 9))
        #expect(texts(both) == ["PIN=1111"])
    }

    @Test("what is gone does not come back with what somebody sends who has not heard of it")
    func gone() throws {
        let old = SharedSecrets(values: [stamp(1): try secret("PIN", "4711")])
        var all = SharedSecrets(values: [stamp(2): try secret("PIN", "0815")], gone: [stamp(1)])
        all.formUnion(old)
        #expect(texts(all) == ["PIN=0815"])
        var forgotten = SharedSecrets(forgotten: [stamp(1): "PIN"])
        forgotten.formUnion(old)
        #expect(texts(forgotten).isEmpty)
        #expect(forgotten.gone.isEmpty && forgotten.forgotten.count == 1)
    }

    @Test("a label that is as long as one may be makes room for the number")
    func longLabel() throws {
        let label = String(repeating: "ä", count: CardBounds.lineBytes / 2)
        var all = SharedSecrets(values: [stamp(1): try secret(label, "4711")])
        all.formUnion(SharedSecrets(values: [stamp(2): try secret(label, "0815")]))
        let labels = all.fields.map(\.label)
        #expect(labels.count == 2 && labels[0] == label && labels[1].hasSuffix("ä (2)"))
        #expect(labels.allSatisfy { $0.utf8.count <= CardBounds.lineBytes })
    }

    @Test("a new value is later than the one that it replaces, whatever the clock says")
    func stamps() throws {
        let old = stamp(5_000_000)
        let new = Stamp(at: Timestamp(clamping: 1000), replacing: old)
        #expect(old < new)
        #expect(Stamp(new.text) == new)
        for text in [
            "", "1", "1-", "1-00", "-1-0000000000000001", "1-0000000000000001-1", "01-0000000000000001",
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
            values: [stamp(1): try secret("PIN", "47 11"), stamp(2): try secret("Code", "ä\u{301}")],
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
                    devices[device].formUnion(devices[Int.random(in: 0..<4, using: &generator)])
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
                        devices[device].formUnion(devices[other])
                        if devices[device] != before { isMoving = true }
                    }
                }
            }
            #expect(devices.allSatisfy { $0 == devices[0] }, "CARDS_SEED=\(seed &+ UInt64(round))")
            let labels = devices[0].fields.map { TextFolding.fold($0.label) }
            #expect(Set(labels).count == labels.count, "CARDS_SEED=\(seed &+ UInt64(round))")
        }
    }

    /// Sets, removes or forgets a field as a person does.
    private func change(_ secrets: inout SharedSecrets, using generator: inout SeededGenerator) throws {
        let fields = secrets.fields
        let label = (fields.map(\.label) + ["PIN", "pin", "Code", "PIN (2)"]).randomElement(using: &generator) ?? "PIN"
        let known = fields.first { TextFolding.fold($0.label) == TextFolding.fold(label) }?.label ?? label
        let now = Timestamp(milliseconds: Int64.random(in: 0..<50, using: &generator))
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: secrets.set(known, to: nil, at: now)
        case 1: secrets.forget { $0.label == known }
        default:
            secrets.set(known, to: try secret(known, String(Int.random(in: 0..<3, using: &generator))), at: now)
        }
    }
}
