internal import Glibc

/// How long a test waits for what should happen at once; `CARDS_PATIENCE` sets another number of seconds, for a machine that is slow or busy.
public let patience = Duration.seconds(getenv("CARDS_PATIENCE").flatMap { Int(String(cString: $0)) } ?? 30)

/// What was waited for did not happen in time.
public struct TimedOut: Error, CustomStringConvertible {
    public let description: String
}

/// Returns once the condition holds. For what sends no notification that a test could wait for, such as the files and the end of
/// another process: this is the one place of the tests that polls. No thread is blocked meanwhile.
/// - Parameter what: for the error ``TimedOut``, which it throws after the limit.
public func eventually(
    _ what: String, within limit: Duration = patience, isolation: isolated (any Actor)? = #isolation,
    until isTrue: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !isTrue() {
        guard ContinuousClock.now < deadline else {
            throw TimedOut(description: "waited \(limit) in vain for \(what)")
        }
        try await Task.sleep(for: .milliseconds(2))
    }
}
