internal import Basics

/// The secret fields of a card as the devices of a vault share them: values are added, or gone, and never changed. Devices that have seen
/// the same have the same, whatever the order in which it came; two values that were set at the same time are both kept.
public struct SharedSecrets: Hashable, Sendable {
    /// Names one value that somebody set. The later one comes first where a label has several.
    public struct Stamp: Hashable, Sendable, Comparable {
        /// Milliseconds since 1970 by the clock of the device that set it.
        let time: Int64
        let random: UInt64
        /// How often the value had to make room for a later one.
        let moves: Int

        init(time: Int64, random: UInt64, moves: Int = 0) {
            (self.time, self.random, self.moves) = (time, random, moves)
        }

        /// A new one, later than that of the value which it replaces.
        public init(at now: Timestamp, replacing old: Stamp? = nil) {
            let earliest = old.map { $0.time < Self.latest ? $0.time + 1 : Self.latest } ?? 0
            self.init(
                time: min(max(now.milliseconds, earliest), Self.latest), random: .random(in: .min ... .max))
        }

        private static let latest: Int64 = 1 << 47
        private static let mostMoves = 10_000

        public var text: String {
            "\(time)-\(Hexadecimal.text(of: withUnsafeBytes(of: random.bigEndian) { Array($0) }))"
                + (moves > 0 ? "-\(moves)" : "")
        }

        /// Nil for a text that is none.
        public init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard (2...3).contains(parts.count), let time = Int64(parts[0]), (0...Self.latest).contains(time),
                parts[1].utf8.count == 16, let random = UInt64(parts[1], radix: 16),
                case let moves = parts.count == 3 ? Int(parts[2]) ?? 0 : 0, parts.count == 2 || moves > 0,
                moves <= Self.mostMoves
            else { return nil }
            self.init(time: time, random: random, moves: moves)
            if self.text != text { return nil }
        }

        var moved: Stamp { Stamp(time: time, random: random, moves: moves + 1) }

        public static func < (left: Stamp, right: Stamp) -> Bool {
            (left.time, left.random, left.moves) < (right.time, right.random, right.moves)
        }
    }

    /// Values that are there; no two labels are the same in other letters.
    public private(set) var values: [Stamp: CardSecret]
    /// Values that were replaced or removed.
    public private(set) var gone: Set<Stamp>
    /// Those that were deleted for good, with their labels: nobody keeps what the fields were before.
    public private(set) var forgotten: [Stamp: ExactText]

    public init(
        values: [Stamp: CardSecret] = [:], gone: Set<Stamp> = [], forgotten: [Stamp: ExactText] = [:]
    ) {
        (self.values, self.gone, self.forgotten) = (values, gone, forgotten)
    }

    public var isEmpty: Bool { values.isEmpty && gone.isEmpty && forgotten.isEmpty }

    /// Adds what another device has. Returns whether a value had to make room for another one: that is news for the other devices.
    public mutating func formUnion(_ other: SharedSecrets) -> Bool {
        values.merge(other.values) { own, _ in own }
        gone.formUnion(other.gone)
        forgotten.merge(other.forgotten) { own, _ in own }
        gone.subtract(forgotten.keys)
        values = values.filter { !isOver($0.key) }
        return separateLabels()
    }

    private func isOver(_ stamp: Stamp) -> Bool { gone.contains(stamp) || forgotten[stamp] != nil }

    /// Of values with one label the latest keeps it; another value gets a label of its own, the same on every device that knows both.
    private mutating func separateLabels() -> Bool {
        var (owners, hasMoved): ([ExactText: Stamp], Bool) = ([:], false)
        var waiting = Set(values.keys)
        while let stamp = waiting.max(), let secret = values[stamp] {
            waiting.remove(stamp)
            let label = ExactText(TextFolding.fold(secret.label))
            guard let owner = owners[label] else {
                owners[label] = stamp
                continue
            }
            owners[label] = max(owner, stamp)
            if let moved = move(min(owner, stamp), beside: max(owner, stamp)) { waiting.insert(moved) }
            hasMoved = true
        }
        return hasMoved
    }

    /// Returns what stands for the value now; nil where that is there already under the other stamp, or was removed.
    private mutating func move(_ stamp: Stamp, beside other: Stamp) -> Stamp? {
        gone.insert(stamp)
        guard let secret = values.removeValue(forKey: stamp), let first = values[other],
            !secret.value.isSameText(as: first.value), !isOver(stamp.moved)
        else { return nil }
        values[stamp.moved] = secret.underNextLabel
        return stamp.moved
    }
}

extension VaultMembership {
    /// Why a secret field does not go to the other devices, as the end of a sentence; nil where it goes.
    public var secretsStay: String? {
        isSealed ? nil : "it stays on this machine, since the shared cards are not encrypted (sync.key_file)"
    }
}

extension CardSecret {
    /// The same value as `PIN (2)`, where this one is `PIN`.
    fileprivate var underNextLabel: CardSecret {
        var (name, number) = (label, 2)
        if label.hasSuffix(")"), let open = label.lastIndex(of: "("),
            let count = Int(label[label.index(after: open)...].dropLast()), (2..<10_000).contains(count),
            label[..<open].hasSuffix(" ")
        {
            (name, number) = (String(label[..<open].dropLast()), count + 1)
        }
        let ending = " (\(number))"
        while name.utf8.count + ending.utf8.count > CardBounds.lineBytes { name.removeLast() }
        return (try? CardSecret(label: name + ending, value: value)) ?? self
    }
}

// MARK: - As a text

extension SharedSecrets {
    private enum Key {
        static let (format, values, gone, forgotten) = ("format", "values", "gone", "forgotten")
    }

    /// Why bytes are no secret fields of a card.
    public enum Problem: Error, Hashable {
        case damaged
        /// A newer version wrote them.
        case newer
    }

    private static let knownFormat: Int64 = 1
    private static let maximumValues = 100_000

    /// Canonical JSON: the same fields have the same bytes.
    public var bytes: [UInt8] {
        let values = values.sorted { $0.key < $1.key }.map { stamp, secret in
            JSON.array([.string(stamp.text), .string(secret.label), .string(secret.value)])
        }
        let forgotten = forgotten.sorted { $0.key < $1.key }.map { stamp, label in
            JSON.array([.string(stamp.text), .string(label.text)])
        }
        return JSONWriter.bytes(
            of: .object(
                JSONObject([
                    (Key.format, .number(String(Self.knownFormat))), (Key.values, .array(values)),
                    (Key.gone, .array(gone.sorted().map { .string($0.text) })), (Key.forgotten, .array(forgotten)),
                ])))
    }

    public init(_ bytes: [UInt8]) throws(Problem) {
        guard let json = try? JSONParser.parse(bytes, maximumValues: Self.maximumValues),
            let format = json[Key.format]?.integer
        else { throw .damaged }
        guard format <= Self.knownFormat else { throw .newer }
        self.init()
        for element in json[Key.values]?.array ?? [] {
            guard let parts = element.array, parts.count == 3, let stamp = parts[0].string.flatMap({ Stamp($0) }),
                let label = parts[1].string, let value = parts[2].string,
                let secret = try? CardSecret(label: label, value: value)
            else { throw .damaged }
            values[stamp] = secret
        }
        for element in json[Key.gone]?.array ?? [] {
            guard let stamp = element.string.flatMap({ Stamp($0) }) else { throw .damaged }
            gone.insert(stamp)
        }
        for element in json[Key.forgotten]?.array ?? [] {
            guard let parts = element.array, parts.count == 2, let stamp = parts[0].string.flatMap({ Stamp($0) }),
                let label = parts[1].string
            else { throw .damaged }
            forgotten[stamp] = ExactText(label)
        }
    }
}
