import TestSupport

/// A private nginx with WebDAV, and how many requests it had. It ends with this value.
struct BenchWebDAV {
    private static let timeout = Duration.seconds(10)

    private let server: DAVServer

    init() async throws {
        guard DAVServer.isPossible else {
            throw BenchError("nginx with its module dav-ext or openssl is missing: make bench-packages brings both")
        }
        server = try await DAVServer()
    }

    var address: String { server.url + "/cards" }

    /// It logs a request behind its answer, so this waits until there is nothing new for a while.
    func requests() async throws -> Int {
        let end = ContinuousClock.now + Self.timeout
        var count = -1
        while true {
            let now = server.requests.split(separator: "\n").count
            if now == count { return count }
            count = now
            guard ContinuousClock.now < end else {
                throw BenchError(
                    "nginx had more requests all the time for \(Self.timeout), though nothing is exchanged")
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }
}
