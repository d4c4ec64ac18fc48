/// An error that can be shown: what happened, what was kept, what to do. One or two sentences, no code, no secret.
public protocol UserFacingError: Error, Sendable {
    var userMessage: String { get }
}

extension Error {
    /// A sentence for the user, whatever was thrown: the only place that makes one of an error nobody expected.
    public var message: String {
        (self as? any UserFacingError)?.userMessage ?? "Something went wrong: \(self)."
    }
}
