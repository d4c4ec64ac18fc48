/// When to try again after failures: exponential back-off with full jitter, so that a thousand devices that lost one
/// backend do not come back at the same moment.
public struct RetryPolicy: Sendable {
    public static let longest = Duration.seconds(300)
    private static let first = Duration.seconds(2)

    /// From 0 up to 1.
    private let random: @Sendable () -> Double

    public init(random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }) { self.random = random }

    /// How long to wait after so many failures in a row, from 1.
    func delay(afterFailures failures: Int) -> Duration {
        let doublings = min(max(0, failures - 1), 20)
        return min(Self.longest, Self.first * (1 << doublings)) * random()
    }
}
