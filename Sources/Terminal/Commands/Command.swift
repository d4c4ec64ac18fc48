/// One thing that can be done on a screen, as one literal: name, keys, texts, when it is possible and what it does.
///
/// Dispatch, footer, help, palette, manual and the settings' key map all read it; nothing about a command is defined elsewhere.
public struct Command<Screen: AnyObject>: Sendable {
    /// The name used in the settings file: `list.star`. It is unique.
    public let name: String
    /// The first one is shown in the footer and in messages; may be empty.
    public internal(set) var keys: [Key]
    /// What it does, for the help, the palette and the manual: "star, or unstar".
    public let title: String
    /// One or two words for the footer; nil leaves the command out of it.
    public let hint: String?
    /// Whether it leaves what is shown: a narrow footer keeps its hint.
    public let leaves: Bool
    /// Other search terms by which the palette finds it.
    public let also: [String]
    public let isEnabled: @MainActor (Screen) -> Bool
    /// Why it is not possible, while it is not; nil if that needs no words.
    public let whyNot: @MainActor (Screen) -> Refusal?
    public let perform: @MainActor (Screen) -> Void
    /// The hint, where it depends on what is on the screen.
    let hintNow: (@MainActor (Screen) -> String?)?

    /// - Parameter hintNow: replaces `hint` on the open screen; nil keeps the command out of the footer at that moment.
    public init(
        _ name: String, keys: [Key], title: String, hint: String? = nil,
        hintNow: (@MainActor (Screen) -> String?)? = nil, leaves: Bool = false, also: [String] = [],
        isEnabled: @escaping @MainActor (Screen) -> Bool = { _ in true },
        whyNot: @escaping @MainActor (Screen) -> Refusal? = { _ in nil },
        perform: @escaping @MainActor (Screen) -> Void
    ) {
        self.name = name
        self.keys = keys
        self.title = title
        self.hint = hint
        self.also = also
        self.hintNow = hintNow
        self.leaves = leaves
        self.isEnabled = isEnabled
        self.whyNot = whyNot
        self.perform = perform
    }

    /// The current hint for the footer.
    @MainActor
    public func currentHint(on screen: Screen) -> String? { hintNow.map { $0(screen) } ?? hint }
}

extension Command: Hashable {
    public static func == (left: Command, right: Command) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
