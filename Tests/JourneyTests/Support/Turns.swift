import Testing

/// Limits how many journeys run at a time: all at once would slow down each other and every test that measures time.
struct Turns: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        await Turnstile.shared.enter()
        do {
            try await function()
            await Turnstile.shared.leave()
        } catch {
            await Turnstile.shared.leave()
            throw error
        }
    }
}

extension Trait where Self == Turns {
    /// Journeys that run a few at a time.
    static var inTurns: Self { Self() }
}

private actor Turnstile {
    static let shared = Turnstile()

    private var free = 4
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
        if free > 0 { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
