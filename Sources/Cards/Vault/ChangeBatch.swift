/// What one device changed, written once under its ``BatchID`` and never changed afterwards. It holds the bytes of no photo.
public struct ChangeBatch: Equatable, Sendable {
    public let vault: VaultID
    public let id: BatchID
    public let time: HybridTime
    /// What the device knew when it made the batch: its own batches before this one, and those of others.
    public let seen: VersionVector
    public var changes: [BatchedChange]
    /// How people call the device; only in some batches.
    public let deviceName: String?
    /// Larger than ``VaultHeader/knownFormat`` for a batch of a newer version.
    public let format: Int

    /// A batch is closed once its text has this many bytes; a single change may be larger.
    public static let usualBytes = 256 << 10
    /// A larger one is none: the longest note and the most values of a card fit into it.
    public static let maximumBytes = 16 << 20

    public init(
        vault: VaultID, id: BatchID, time: HybridTime, seen: VersionVector, changes: [BatchedChange] = [],
        deviceName: String? = nil, format: Int = VaultHeader.knownFormat
    ) {
        self.vault = vault
        self.id = id
        self.time = time
        self.seen = seen
        self.changes = changes
        self.deviceName = deviceName
        self.format = format
    }

    /// The photos that it names.
    public var photos: [PhotoHash] {
        var known: Set<PhotoHash> = []
        return changes.flatMap(\.photos).filter { known.insert($0).inserted }
    }
}

/// What a batch changes of one card.
public struct BatchedChange: Equatable, Sendable {
    public let card: CardID
    /// New values by their keys in JSON, `null` or `""` for one that was removed. A photo is named by its hash; a balance is that from
    /// before the first entry of the ledger, see ``SharedBalance``.
    public var values: [ExactText: JSON]
    /// Concurrent values that stay beside the new one: a conflict that this change does not end.
    public var beside: [ExactText: [BatchID]]
    public var addedGroups: [String]
    public var removedGroups: [String]
    public var entries: [LedgerEntry]
    /// What was done because the card expires. These are only ever added; they keep no card from being deleted.
    public var reminders: [SentReminder]
    public var isDeletion: Bool
    /// All secret fields of the card, encrypted by a key of the vault: see ``SharedSecrets``. Versions that do not know them pass over them.
    public var secrets: String?
    /// The values that are as the issuer of the card's pass wrote them: `true`, or the amount of a balance. Versions that do not know them pass
    /// over them.
    public var imported: [ExactText: JSON] = [:]

    public init(_ card: CardID, isDeletion: Bool = false) {
        self.card = card
        self.isDeletion = isDeletion
        values = [:]
        beside = [:]
        addedGroups = []
        removedGroups = []
        entries = []
        reminders = []
    }

    public var isEmpty: Bool {
        !isDeletion && values.isEmpty && addedGroups.isEmpty && removedGroups.isEmpty && entries.isEmpty
            && reminders.isEmpty && secrets == nil
    }

    /// Whether it concerns the secret fields alone.
    public var isOfSecrets: Bool {
        var rest = self
        rest.secrets = nil
        return rest.isEmpty
    }

    /// The photos that it sets.
    public var photos: [PhotoHash] {
        let pictures = (values[Self.picturesKey]?.array ?? []).compactMap { $0["photo"]?.string }
        return Self.photoKeys.compactMap { values[$0].flatMap(Self.photo) } + pictures.compactMap { PhotoHash($0) }
    }

    private static let picturesKey: ExactText = "pictures"

    private static let photoKeys = FieldDefinition.all.filter(\.isPhoto).map { ExactText($0.key) }

    /// A photo in a batch: `{"sha256": "…", "size": 1234}`.
    static func photo(_ value: JSON) -> PhotoHash? { value["sha256"]?.string.flatMap { PhotoHash($0) } }
}

/// A batch as canonical JSON: members in a fixed order, no blanks, so that the same batch has the same bytes.
extension ChangeBatch {
    private enum Key {
        static let (format, vault, device, number) = ("format", "vault", "device", "number")
        static let (time, seen, name, changes) = ("time", "seen", "name", "changes")
    }

    public var bytes: [UInt8] { bytes(of: changes.map(\.bytes)) }

    /// The text of the batch with changes that were written already: each is written once only.
    public func bytes(of changes: [[UInt8]]) -> [UInt8] {
        var members: [(key: String, value: JSON)] = [
            (Key.format, .number(String(format))), (Key.vault, .string(vault.text)),
            (Key.device, .string(id.device.text)), (Key.number, .number(String(id.number))),
            (Key.time, .number(String(time.bits))), (Key.seen, seen.json),
        ]
        if let deviceName { members.append((Key.name, .string(deviceName))) }
        var bytes = JSONWriter.bytes(of: .object(JSONObject(members)))
        bytes.reserveCapacity(bytes.count + changes.reduce(64) { $0 + $1.count + 1 })
        bytes.removeLast()
        bytes += Array(",\"\(Key.changes)\":".utf8)
        for (index, change) in changes.enumerated() {
            bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
            bytes += change
        }
        bytes += Array((changes.isEmpty ? "[]}" : "]}").utf8)
        return bytes
    }

    /// Throws why these bytes are no batch, as the end of a sentence. A newer format is no error: see ``format``.
    public init(_ bytes: [UInt8]) throws(BatchError) {
        guard bytes.count <= Self.maximumBytes else { throw BatchError("is larger than \(Self.maximumBytes >> 20) MB") }
        let json: JSON
        do {
            json = try JSONParser.parse(bytes, maximumValues: Self.maximumValues)
        } catch {
            throw BatchError("is not valid JSON")
        }
        guard let format = json[Key.format]?.integer, format > 0 else { throw BatchError("has no format") }
        guard let vault = json[Key.vault]?.string.flatMap({ VaultID($0) }),
            let device = json[Key.device]?.string.flatMap({ DeviceID($0) }),
            let number = json[Key.number]?.integer, BatchID.numbers.contains(number),
            let time = json[Key.time]?.integer, time >= 0,
            let seen = json[Key.seen].flatMap({ VersionVector($0) }), let elements = json[Key.changes]?.array
        else { throw BatchError("lacks a member") }
        var changes: [BatchedChange] = []
        changes.reserveCapacity(elements.count)
        for element in elements { changes.append(try BatchedChange(element)) }
        self.init(
            vault: vault, id: BatchID(device, number), time: HybridTime(bits: time), seen: seen, changes: changes,
            deviceName: (json[Key.name]?.string).map { String($0.prefix(100)) }.flatMap {
                $0.utf8.count <= 1000 ? $0 : nil
            },
            format: Int(clamping: format))
    }

    private static let maximumValues = 2_000_000
}

/// Why bytes are no batch.
public struct BatchError: Error, Equatable, Sendable {
    public let reason: String
    init(_ reason: String) { self.reason = reason }
}

extension JSON {
    /// A whole number of at most 63 bits.
    var integer: Int64? { if case .number(let digits) = self { Int64(digits) } else { nil } }
}

extension VersionVector {
    public var json: JSON {
        .object(JSONObject(sorted.map { (key: $0.device.text, value: JSON.number(String($0.number))) }))
    }

    /// Nil where it is none.
    public init?(_ json: JSON) {
        guard let members = json.object, members.count <= 100_000 else { return nil }
        var numbers: [DeviceID: Int64] = [:]
        for (key, value) in members {
            guard let device = DeviceID(key), let number = value.integer, BatchID.numbers.contains(number) else {
                return nil
            }
            numbers[device] = number
        }
        self.init(numbers)
    }
}

extension BatchID {
    var json: JSON { .array([.string(device.text), .number(String(number))]) }

    init?(_ json: JSON) {
        guard let parts = json.array, parts.count == 2, let device = parts[0].string.flatMap({ DeviceID($0) }),
            let number = parts[1].integer, BatchID.numbers.contains(number)
        else { return nil }
        self.init(device, number)
    }
}

/// Names a batch of changes: a device numbers its batches 1, 2, 3, ….
public struct BatchID: Hashable, Sendable, Comparable {
    public let device: DeviceID
    public let number: Int64

    /// Every transport has names for these, and no device makes more batches.
    public static let numbers: ClosedRange<Int64> = 1...9_999_999_999

    public init(_ device: DeviceID, _ number: Int64) { (self.device, self.number) = (device, number) }

    public static func < (left: BatchID, right: BatchID) -> Bool {
        (left.device, left.number) < (right.device, right.number)
    }
}

/// The highest batch of each device that is known, and with it all before it. Without an entry: none.
public struct VersionVector: Hashable, Sendable {
    public private(set) var numbers: [DeviceID: Int64] = [:]

    public init() {}

    public init(_ numbers: [DeviceID: Int64]) { self.numbers = numbers.filter { $0.value > 0 } }

    public subscript(device: DeviceID) -> Int64 {
        get { numbers[device] ?? 0 }
        set { numbers[device] = newValue > 0 ? newValue : nil }
    }

    public var isEmpty: Bool { numbers.isEmpty }

    public func contains(_ batch: BatchID) -> Bool { batch.number <= self[batch.device] }

    /// Whether everything that the other one knows is known here.
    public func covers(_ other: VersionVector) -> Bool {
        other.numbers.allSatisfy { $0.value <= self[$0.key] }
    }

    public mutating func formUnion(_ other: VersionVector) {
        for (device, number) in other.numbers where number > self[device] { self[device] = number }
    }

    /// The devices in order, for what has to be the same everywhere.
    public var sorted: [(device: DeviceID, number: Int64)] {
        numbers.sorted { $0.key < $1.key }.map { (device: $0.key, number: $0.value) }
    }
}

/// The time of a batch by a hybrid logical clock: 48 bits of milliseconds since 1970 and 16 bits of a counter. It only decides which of
/// two concurrent values shows first, and what time a person is told; what came before what is told by ``VersionVector``.
public struct HybridTime: Hashable, Sendable, Comparable {
    /// Milliseconds in the upper 48 bits, the counter in the lower 16. Never negative.
    public let bits: Int64

    public init(bits: Int64) { self.bits = max(bits, 0) }

    public init(_ time: Timestamp) { bits = min(max(time.milliseconds, 0), Self.maximum) << 16 }

    private static let maximum: Int64 = 1 << 47 - 1
    /// A time further ahead of our clock than this is never adopted.
    public static let tolerance: Int64 = 5 * 60 * 1000

    public var timestamp: Timestamp { Timestamp(clamping: bits >> 16) }

    /// The next time here: later than every time that was made or adopted, and not before the clock.
    public func next(at now: Timestamp) -> HybridTime {
        max(HybridTime(now), HybridTime(bits: bits == .max ? bits : bits + 1))
    }

    /// The latest time known here after a batch with the other time was received.
    public func adopting(_ other: HybridTime, at now: Timestamp) -> HybridTime {
        other.bits >> 16 > max(now.milliseconds, 0) + Self.tolerance ? self : max(self, other)
    }

    public static func < (left: HybridTime, right: HybridTime) -> Bool { left.bits < right.bits }
}
