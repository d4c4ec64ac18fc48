public import Basics

/// Asks for the password with which an archive is to be written, twice: nobody sees what is typed, and nobody can open the archive without
/// it. It holds the password as long as its screen is open.
@MainActor
public final class NewPasswordModel: ScreenModel {
    /// "backup.zip".
    public let subject: String
    @Observed public var password = "" {
        didSet { if password != oldValue { problem = nil } }
    }
    /// The password again.
    @Observed public var repetition = "" {
        didSet { if repetition != oldValue { problem = nil } }
    }
    /// Why it was refused.
    @Observed public private(set) var problem: String?

    /// Accepts the password, which may be empty: the archive is not encrypted then.
    private let perform: @MainActor (NewPasswordModel) -> Void

    init(_ subject: String, perform: @escaping @MainActor (NewPasswordModel) -> Void) {
        self.subject = subject
        self.perform = perform
    }

    public func finish() {
        guard password == repetition else { return problem = "The two passwords are not the same." }
        perform(self)
    }

    public func didDisappear(isRemoved: Bool) {
        if isRemoved { (password, repetition) = ("", "") }
    }
}
