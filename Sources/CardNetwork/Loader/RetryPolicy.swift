/// The delays between retries: exponential back-off with full jitter, so that a thousand devices that lost one backend
/// do not return at the same moment.
public struct RetryPolicy: Sendable {
    public static let longest = Duration.seconds(300)
    private static let first = Duration.seconds(2)

    /// At least 0, less than 1.
    private let random: @Sendable () -> Double

    public init(random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }) { self.random = random }

    /// The delay after a number of consecutive failures, from 1.
    public func delay(afterFailures failures: Int) -> Duration {
        let doublings = min(max(0, failures - 1), 20)
        return min(Self.longest, Self.first * (1 << doublings)) * random()
    }
}
