public import Basics

/// Asks for the password of an archive that is to be opened. What was typed is only in this object and in what is done with it:
/// in no draft, no history and no log.
@MainActor
public final class PasswordModel: ScreenModel {
    /// "backup.zip".
    public let subject: String
    @Observed public var password = "" {
        didSet { if password != oldValue { problem = nil } }
    }
    /// Why the last password was refused.
    @Observed public private(set) var problem: String?
    /// How many more may be tried.
    @Observed private(set) var triesLeft = 3

    /// Opens the archive with the password.
    private let perform: @MainActor (PasswordModel) -> Void

    init(_ subject: String, perform: @escaping @MainActor (PasswordModel) -> Void) {
        self.subject = subject
        self.perform = perform
    }

    public func finish() {
        if password.isEmpty { return problem = "Enter a password." }
        perform(self)
    }

    /// Counts a wrong password, and forgets it.
    func refuse() {
        triesLeft -= 1
        password = ""
        problem = "The password is wrong. \(triesLeft == 1 ? "One try is" : "\(triesLeft) tries are") left."
    }

    public func didDisappear(isRemoved: Bool) {
        if isRemoved { password = "" }
    }
}
