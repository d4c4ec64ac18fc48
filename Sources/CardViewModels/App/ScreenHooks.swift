public import Cards

/// What the models need from the terminal and the program. The screen sets these closures when it is attached to a terminal.
@MainActor
public final class ScreenHooks {
    /// Copies text to the clipboard, if the terminal supports that.
    public var copy: (String) -> Void = { _ in }
    /// Ends the program: the person has quit and everything is stored.
    public var quit: () -> Void = {}
    /// Whether the screen takes letters as text or as a selection, so that a prompt must not appear and read them as its answer.
    public var capturesKeys: () -> Bool = { false }
    /// Gives the terminal back while the work uses it, and takes it again afterwards.
    public var lendTerminal: (@escaping @MainActor () async -> Void) async -> Void = { await $0() }
    /// Reads the settings again and applies what can be applied while the program runs.
    public var reloadSettings: () async -> SettingsOutcome = { SettingsOutcome() }
    /// Continues with the loader of a backend that was set just now.
    var useLoader: @MainActor (any CardLoader) async -> Void = { _ in }

    init() {}

    /// Runs work that needs the terminal, for example an editor. Throws `CancellationError` when the program ends.
    func lend<Value: Sendable>(to work: @escaping @MainActor () async throws -> Value) async throws -> Value {
        let outcome = Outcome<Value>()
        await lendTerminal {
            do { outcome.result = .success(try await work()) } catch { outcome.result = .failure(error) }
        }
        guard let result = outcome.result else { throw CancellationError() }
        return try result.get()
    }

    @MainActor
    private final class Outcome<Value: Sendable> {
        var result: Result<Value, any Error>?
    }
}
