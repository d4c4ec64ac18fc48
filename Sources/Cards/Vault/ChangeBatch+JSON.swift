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
            throw BatchError("is no valid JSON")
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
public struct BatchError: Error, Hashable, Sendable {
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
