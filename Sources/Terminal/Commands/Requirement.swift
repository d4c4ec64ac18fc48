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
