public import Cards

/// No command is set: the text is sent to the terminal.
public struct NoClipboardCommand: ClipboardWriting {
    public init() {}
    public func copy(_ text: String) async -> ClipboardOutcome { .notAccepted }
}

/// Has no editor.
public struct NoTextEditor: TextEditing {
    public init() {}
    public func edit(_ path: String, line: Int?) async throws -> EditorEnd { .closed }
}

/// Keeps nothing, for tests that edit no text.
public struct NoEditedTexts: EditedTextKeeping {
    public init() {}
    public func keep(_ text: String, note: JSON) async throws -> EditedText { EditedText(path: "", note: note) }
    public func bytes(of text: EditedText) async throws -> [UInt8] { [] }
    public func replace(_ text: EditedText, with new: String) async throws {}
    public func discard(_ text: EditedText) async {}
    public func leftovers() async -> [EditedText] { [] }
    public func removeAll(of cards: Set<CardID>) async {}
}

/// Formats nothing, for tests that edit no text.
public struct NoNamedTexts: NamedTextFormat {
    public init() {}
    public func text(of values: [NamedText], comment: String) -> String { "" }
    public func values(in text: String) throws(NamedTextProblem) -> [NamedText] { [] }
    public func text(_ text: String, explaining problems: [NamedTextProblem]) -> String { text }
}

/// A program without a settings file, for tests.
public struct NoSettingsFile: SettingsFile {
    public init() {}
    public let path = "config.yaml"
    public func make() async throws {}
    public func changes() async -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}

/// Where there is no network.
public struct NoFetching: FileFetching {
    public init() {}

    public func target(of text: String) throws -> FetchTarget {
        throw FetchError(.address, "Nothing can be fetched here.")
    }

    public func fetch(_ target: FetchTarget, limit: Int, _ watch: FetchWatch) async throws -> FetchOutcome {
        throw FetchError(.address, "Nothing can be fetched here.")
    }
}

/// Where there is no network.
public struct NoPasses: PassFetching {
    public init() {}

    public func host(of service: PassService) throws(PassError) -> String {
        throw PassError(.address, "Nothing can be asked here.")
    }

    public func fetch(_ service: PassService, since: String?, limit: Int) async throws -> PassAnswer {
        throw PassError(.address, "Nothing can be asked here.")
    }
}
