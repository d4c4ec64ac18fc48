/// Why a loader does not make its next attempt yet.
enum LoaderHold {
    case none
    /// Until the task's delay has passed.
    case until(Task<Void, Never>)
    /// Until the user requests it: something has to be fixed first.
    case untilAsked
}
