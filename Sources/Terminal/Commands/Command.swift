/// One thing that can be done on a screen, as one literal: its name, its keys, its words, when it is possible and what it does.
///
/// Dispatch, footer, help, palette, manual and the settings' key map all read it; nothing of a command stands anywhere else.
public struct Command<Screen: AnyObject>: Sendable {
    /// As the settings file names it: `list.star`. No two commands have the same.
    public let name: String
    /// The first one is named in the footer and in sentences; none at all is possible.
    public internal(set) var keys: [Key]
    /// What it does, for the help, the palette and the manual: "star, or unstar".
    public let title: String
    /// One or two words for the footer; nil keeps it out of there.
    public let hint: String?
    /// Other words by which the palette finds it.
    public let also: [String]
    public let isEnabled: @MainActor (Screen) -> Bool
    public let perform: @MainActor (Screen) -> Void
    /// The hint where it depends on what is on the screen.
    let hintNow: (@MainActor (Screen) -> String?)?

    /// - Parameter hintNow: replaces `hint` on the open screen; nil keeps the command out of the footer at that moment.
    public init(
        _ name: String, keys: [Key], title: String, hint: String? = nil,
        hintNow: (@MainActor (Screen) -> String?)? = nil, also: [String] = [],
        isEnabled: @escaping @MainActor (Screen) -> Bool = { _ in true },
        perform: @escaping @MainActor (Screen) -> Void
    ) {
        (self.name, self.keys, self.title, self.hint, self.also) = (name, keys, title, hint, also)
        (self.hintNow, self.isEnabled, self.perform) = (hintNow, isEnabled, perform)
    }

    /// The footer's words for it now.
    @MainActor
    public func currentHint(on screen: Screen) -> String? { hintNow.map { $0(screen) } ?? hint }
}

extension Command: Hashable {
    public static func == (left: Command, right: Command) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
