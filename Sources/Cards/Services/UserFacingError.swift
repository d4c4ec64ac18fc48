/// An error that can be shown: what happened, what was kept, what to do. One or two sentences, no code, no secret.
public protocol UserFacingError: Error, Sendable {
    var userMessage: String { get }
}
