public import Cards
internal import Synchronization

/// Issuers in place of the web, and what was agreed to in memory.
public final class FakePasses: PassFetching, PassConsentKeeping {
    private struct State {
        var answer: Result<PassAnswer, PassError> = .success(.unchanged)
        var asked: [(pass: String, since: String?)] = []
        var consents = PassConsents()
        var isHeld = false
    }

    private let state = Mutex(State())

    public init() {}

    /// What every pass is answered with from now on.
    public func answer(_ answer: Result<PassAnswer, PassError>) { state.withLock { $0.answer = answer } }

    /// Whether requests are answered never, and end with their task.
    public var isHeld: Bool {
        get { state.withLock { $0.isHeld } }
        set { state.withLock { $0.isHeld = newValue } }
    }

    /// Type and serial number of each request, and its date.
    public var asked: [(pass: String, since: String?)] { state.withLock { $0.asked } }

    public func host(of service: PassService) throws(PassError) -> String {
        guard service.address.hasPrefix("https://") else { throw PassError(.address, "No https.") }
        return String(service.address.dropFirst(8).prefix { $0 != "/" })
    }

    public func fetch(_ service: PassService, since: String?, limit: Int) async throws -> PassAnswer {
        let answer = state.withLock { state in
            state.asked.append((service.description, since))
            return state.answer
        }
        if isHeld {
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            for await _ in stream {}
            withExtendedLifetime(continuation) {}
            throw CancellationError()
        }
        return try answer.get()
    }

    public func load() -> PassConsents { state.withLock { $0.consents } }
    public func update(_ change: (inout PassConsents) -> Void) { state.withLock { change(&$0.consents) } }
}
