import CardSettings
import Cards
import Synchronization

@testable import CardCommands

/// A loader with a scripted sequence of statuses.
final class FakeLoader: CommandLoader {
    private struct State {
        var statuses: [LoaderStatus] = []
        var answered: [LoaderStatus] = []
        var waiting: [PendingCard] = []
        var calls: [String] = []
        var backend: Config.Backend?
        var endsEarly = false
        var stream: AsyncStream<LoaderStatus>.Continuation?
    }

    private let state = Mutex(State())

    /// - Parameter answered: the statuses after the question is answered.
    func publish(
        _ statuses: [LoaderStatus], answered: [LoaderStatus] = [], waiting: [PendingCard] = []
    ) {
        state.withLock { ($0.statuses, $0.answered, $0.waiting) = (statuses, answered, waiting) }
    }

    func note(_ backend: Config.Backend, _ log: Log) { state.withLock { $0.backend = backend } }

    var backend: Config.Backend? { state.withLock { $0.backend } }
    var calls: [String] { state.withLock { $0.calls } }

    private func call(_ name: String) { state.withLock { $0.calls.append(name) } }

    func start() async { call("start") }

    func stop() async {
        call("stop")
        state.withLock { $0.stream?.finish() }
    }

    func synchronize() async { call("synchronize") }
    func cancel() async { call("cancel") }
    func pendingCards(limit: Int) async throws -> [PendingCard] { state.withLock { Array($0.waiting.prefix(limit)) } }
    func settleAbsent(_ cards: [CardID], _ decision: AbsenceDecision) async throws -> Int {
        call("settle")
        return cards.count
    }
    func lookAgain() async { call("look") }
    func retryRefused(_ card: CardID?) async { call("retry") }

    func setConsent(_ consent: BackendConsent) async {
        call("answer \(consent)")
        // The current status and the following ones, for a new stream.
        state.withLock { $0.statuses = $0.answered }
    }

    func statuses() async -> AsyncStream<LoaderStatus> {
        let (stream, continuation) = AsyncStream.makeStream(of: LoaderStatus.self)
        state.withLock { state in
            state.stream = continuation
            for status in state.statuses { continuation.yield(status) }
        }
        return stream
    }
}
