/// Measured values of one figure.
struct Samples {
    private var sorted: [Double] = []

    init() {}

    /// Many at once: adding one after the other moves half of them each time.
    init(_ durations: [Duration]) { sorted = durations.map(Self.milliseconds).sorted() }

    mutating func add(_ value: Double) {
        let index = sorted.firstIndex { $0 > value } ?? sorted.endIndex
        sorted.insert(value, at: index)
    }

    mutating func add(_ duration: Duration) { add(Self.milliseconds(duration)) }

    private static func milliseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1000 + Double(attoseconds) / 1e15
    }

    var count: Int { sorted.count }

    var best: Double? { sorted.first }
    var worst: Double? { sorted.last }
    var median: Double? { percentile(50) }

    /// The smallest value that this percentage of all values does not exceed.
    func percentile(_ percent: Int) -> Double? {
        sorted.isEmpty ? nil : sorted[min(sorted.count - 1, max(0, (sorted.count * percent + 99) / 100 - 1))]
    }
}
