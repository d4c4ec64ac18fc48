public import Observation

/// Asks for the password of an archive, to open one or to write one. What was typed is only in this object and in what is done with it:
/// in no draft, no history and no log.
@MainActor @Observable
public final class PasswordModel: ScreenModel {
    /// An archive is opened by it; else it is to be written with it.
    public let isForReading: Bool
    /// "backup.zip".
    public let subject: String
    public var password = "" {
        didSet { if password != oldValue { problem = nil } }
    }
    /// Why the last password was refused.
    public private(set) var problem: String?
    /// How many more may be tried.
    private(set) var triesLeft = 3

    /// Accepts the password, which may be empty.
    @ObservationIgnored private let perform: @MainActor (PasswordModel) -> Void

    init(_ subject: String, isForReading: Bool, perform: @escaping @MainActor (PasswordModel) -> Void) {
        self.subject = subject
        self.isForReading = isForReading
        self.perform = perform
    }

    public func finish() {
        if isForReading, password.isEmpty { return problem = "Enter a password." }
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
