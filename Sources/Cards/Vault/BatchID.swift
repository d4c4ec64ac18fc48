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
