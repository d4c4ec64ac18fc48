/// What holds back a loader's next try.
enum LoaderHold {
    case none
    /// A time that has to come; the task waits for it.
    case until(Task<Void, Never>)
    /// Someone has to change something first, and then ask.
    case untilAsked
}
