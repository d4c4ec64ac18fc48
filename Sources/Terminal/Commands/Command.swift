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
    /// What it needs to be possible.
    public let requirement: Requirement<Screen>
    /// The name under which the settings change the keys of this and all commands like it: `rows.down` of `trash.down`; nil for none.
    public let shared: String?
    public internal(set) var perform: @MainActor (Screen) -> Void
    /// The hint, where it depends on what is on the screen.
    let hintNow: (@MainActor (Screen) -> String?)?

    /// - Parameters:
    ///   - hintNow: replaces `hint` on the open screen; nil keeps the command out of the footer at that moment.
    ///   - shared: the name that its kind has on all screens.
    public init(
        _ name: String, _ keys: [Key], _ title: String, hint: String? = nil,
        hintNow: (@MainActor (Screen) -> String?)? = nil, leaves: Bool = false, also: [String] = [],
        when requirement: Requirement<Screen> = .nothing, shared: String? = nil,
        perform: @escaping @MainActor (Screen) -> Void
    ) {
        self.name = name
        self.keys = keys
        self.title = title
        self.hint = hint
        self.hintNow = hintNow
        self.leaves = leaves
        self.also = also
        self.requirement = requirement
        self.shared = shared
        self.perform = perform
    }

    /// The same command, which does this first.
    public func preceded(by first: @escaping @MainActor (Screen) -> Void) -> Command {
        var copy = self
        copy.perform = { [perform] in
            first($0)
            perform($0)
        }
        return copy
    }

    @MainActor
    public func isEnabled(_ screen: Screen) -> Bool { requirement.isMet(screen) }

    /// Why it is not possible, while it is not; nil if that needs no words.
    @MainActor
    public func whyNot(_ screen: Screen) -> Refusal? { requirement.refusal(screen) }

    /// The current hint for the footer.
    @MainActor
    public func currentHint(on screen: Screen) -> String? { hintNow.map { $0(screen) } ?? hint }
}

extension Command: Hashable {
    public static func == (left: Command, right: Command) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What a command needs: a test, and the sentence that answers its key while the test fails. (lazygit's `require`.)
public struct Requirement<Screen: AnyObject>: Sendable {
    public let isMet: @MainActor (Screen) -> Bool
    /// Why the command is not possible while the requirement is not met; nil if that needs no words.
    public let refusal: @MainActor (Screen) -> Refusal?

    /// A requirement whose sentence depends on the screen.
    public init(
        isMet: @escaping @MainActor (Screen) -> Bool, refusal: @escaping @MainActor (Screen) -> Refusal?
    ) {
        self.isMet = isMet
        self.refusal = refusal
    }

    public init(_ refusal: Refusal, isMet: @escaping @MainActor (Screen) -> Bool) {
        self.init(isMet: isMet) { _ in refusal }
    }

    /// A requirement without words: another command has the same key, or the key is typed into a field.
    public static func silent(_ isMet: @escaping @MainActor (Screen) -> Bool) -> Requirement {
        Requirement(isMet: isMet) { _ in nil }
    }

    public static var nothing: Requirement { silent { _ in true } }

    /// Both; the first that is not met says why.
    public func and(_ other: Requirement) -> Requirement {
        Requirement {
            isMet($0) && other.isMet($0)
        } refusal: {
            isMet($0) ? other.refusal($0) : refusal($0)
        }
    }
}

/// Why the key of a command does nothing now: the rest of a sentence that begins with the key, "moves cards in manual order".
public struct Refusal: Equatable, Sendable, ExpressibleByStringLiteral {
    public let text: String
    /// The name of the command that helps, whose key is shown behind the text; nil for none.
    public let remedy: String?
    /// Whether the text is a whole sentence, which does not begin with the key.
    private let isSentence: Bool

    public init(_ text: String, remedy: String? = nil) { (self.text, self.remedy, isSentence) = (text, remedy, false) }

    public init(sentence: String) { (text, remedy, isSentence) = (sentence, nil, true) }

    public init(stringLiteral text: String) { self.init(text) }

    /// "J moves cards in manual order: o".
    /// - Parameter label: the readable key of the command of this name; nil if no key triggers it now.
    public func sentence(for key: String, label: (String) -> String?) -> String {
        (isSentence ? text : "\(key) \(text)") + (remedy.flatMap(label).map { ": \($0)" } ?? "")
    }
}
