/// An error that can be shown: what happened, what was kept, what to do. One or two sentences, without codes and secrets.
public protocol UserFacingError: Error, Sendable {
    var userMessage: String { get }
}

extension Error {
    /// A sentence for the user, for any error: the only code that describes unexpected ones.
    public var message: String {
        (self as? any UserFacingError)?.userMessage ?? "Something went wrong: \(self)."
    }
}
