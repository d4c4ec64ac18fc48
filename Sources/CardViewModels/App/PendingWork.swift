/// What quitting waits for: background work, writes of the view state, and a backup that takes a moment.
@MainActor
struct PendingWork {
    let context: ScreenContext
    let backups: BackupFlow

    private var background: BackgroundWork { context.activities.background }

    var isEmpty: Bool { context.viewState.isUntouched && background.isEmpty && !backups.isDueAtEnd }

    /// - Returns: false where something has failed meanwhile: the error is to be read.
    func finish() async -> Bool {
        let failures = background.failures
        await background.finished()
        await context.viewState.finished()
        guard background.failures == failures, !Task.isCancelled else { return false }
        return await backups.makeLast()
    }
}
