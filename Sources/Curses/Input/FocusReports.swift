/// What a terminal reports of its focus. Some report it as soon as that is turned on, before it was ever lost.
struct FocusReports {
    /// Nil before the first report.
    private var hasFocus: Bool?

    /// - Returns: whether the user has come back.
    mutating func isReturn(isGained: Bool) -> Bool {
        defer { hasFocus = isGained }
        return isGained && hasFocus != nil
    }
}
