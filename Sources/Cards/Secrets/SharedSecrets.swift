internal import Basics

/// The secret fields of a card as the devices of a vault share them: values are added, or gone, and never changed. Devices that have seen
/// the same have the same, whatever the order in which it came; of two values that were set at the same time both are shown.
public struct SharedSecrets: Equatable, Sendable {
    /// Names one value that somebody set. The later one comes first where a label has several.
    public struct Stamp: Hashable, Sendable, Comparable {
        /// Milliseconds since 1970 by the clock of the device that set it.
        let time: Int64
        let random: UInt64

        init(time: Int64, random: UInt64) { (self.time, self.random) = (time, random) }

        /// A new one, later than that of the value which it replaces.
        public init(at now: Timestamp, replacing old: Stamp? = nil) {
            let earliest = old.map { $0.time < Self.latest ? $0.time + 1 : Self.latest } ?? 0
            self.init(
                time: min(max(now.milliseconds, earliest), Self.latest), random: .random(in: .min ... .max))
        }

        private static let latest: Int64 = 1 << 47

        public var text: String {
            "\(time)-\(Hexadecimal.text(of: withUnsafeBytes(of: random.bigEndian) { Array($0) }))"
        }

        /// Nil for a text that is none.
        public init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let time = Int64(parts[0]), (0...Self.latest).contains(time),
                parts[1].utf8.count == 16, let random = UInt64(parts[1], radix: 16)
            else { return nil }
            self.init(time: time, random: random)
            if self.text != text { return nil }
        }

        public static func < (left: Stamp, right: Stamp) -> Bool {
            (left.time, left.random) < (right.time, right.random)
        }
    }

    /// Values that are there, each with the label under which it was set.
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

    /// Adds what another device has.
    public mutating func formUnion(_ other: SharedSecrets) {
        values.merge(other.values) { own, _ in own }
        gone.formUnion(other.gone)
        forgotten.merge(other.forgotten) { own, _ in own }
        gone.subtract(forgotten.keys)
        values = values.filter { !gone.contains($0.key) && forgotten[$0.key] == nil }
    }

    // MARK: - As fields

    /// A field that the card shows.
    public struct Field: Equatable, Sendable {
        /// No two of a card are the same in other letters: of values with one label the latest has it, and the next one is `PIN (2)`.
        @ByCodePoints public private(set) var label: String
        @ByCodePoints public private(set) var value: String
        /// Of each value that it stands for: several devices may have set the same.
        public fileprivate(set) var stamps: [Stamp]
    }

    /// What the card shows, the latest first. It follows from the values alone, so all devices show the same.
    public var fields: [Field] {
        var (fields, places): ([Field], [ExactText: Int]) = ([], [:])
        for (stamp, secret) in values.sorted(by: { $0.key > $1.key }) {
            var (label, isKnown) = (secret.label, false)
            while !isKnown, let place = places[ExactText(TextFolding.fold(label))] {
                isKnown = fields[place].value.isSameText(as: secret.value)
                if isKnown { fields[place].stamps.append(stamp) } else { label = CardSecret.label(after: label) }
            }
            if isKnown { continue }
            places[ExactText(TextFolding.fold(label))] = fields.count
            fields.append(Field(label: label, value: secret.value, stamps: [stamp]))
        }
        return fields
    }

    /// Sets the field with this label, or removes it where there is no value.
    public mutating func set(_ label: String, to value: CardSecret?, at now: Timestamp) {
        let old = fields.first { $0.label.isSameText(as: label) }?.stamps ?? []
        for stamp in old { values[stamp] = nil }
        gone.formUnion(old)
        if let value { values[Stamp(at: now, replacing: old.max())] = value }
    }

    /// Deletes these fields for good.
    public mutating func forget(_ isForgotten: (Field) -> Bool) {
        for stamp in fields.filter(isForgotten).flatMap(\.stamps) {
            if let secret = values.removeValue(forKey: stamp) { forgotten[stamp] = ExactText(secret.label) }
        }
    }
}

extension VaultMembership {
    /// Why a secret field does not go to the other devices, as the end of a sentence; nil where it goes.
    public var secretsStay: String? {
        isSealed ? nil : "it stays on this machine, since the shared cards are not encrypted (sync.key_file)"
    }
}

extension CardSecret {
    /// `PIN (2)` after `PIN`, and `PIN (3)` after that.
    fileprivate static func label(after label: String) -> String {
        let number = number(of: label)
        let ending = " (\((number?.value ?? 1) + 1))"
        var name = number?.name ?? label
        while name.utf8.count + ending.utf8.count > CardBounds.lineBytes { name.removeLast() }
        return name + ending
    }

    /// `PIN` for `PIN (2)`: the label under which the value was set, where it is one that made room for another one.
    public static func firstLabel(of label: String) -> String { number(of: label)?.name ?? label }

    private static func number(of label: String) -> (name: String, value: Int)? {
        guard label.hasSuffix(")"), let open = label.lastIndex(of: "("),
            let count = Int(label[label.index(after: open)...].dropLast()), (2..<10_000).contains(count),
            label[..<open].hasSuffix(" ")
        else { return nil }
        return (String(label[..<open].dropLast()), count)
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
