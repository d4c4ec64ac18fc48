internal import Cards

/// What the models need from the terminal and the program. The screen sets these closures when it is attached to a terminal.
@MainActor
public final class ScreenHooks {
    /// Copies text to the clipboard, if the terminal supports that.
    public var copy: (String) -> Void = { _ in }
    /// Ends the program: the person has quit and everything is stored.
    public var quit: () -> Void = {}
    /// Whether the screen takes letters as text or as a selection, so that a prompt must not appear and read them as its answer.
    public var capturesKeys: () -> Bool = { false }
    /// Continues with the loader of a backend that was set just now.
    var useLoader: @MainActor (any CardLoader) async -> Void = { _ in }

    init() {}
}
