internal import Cards

/// Makes automatic backups while the program runs: one at its start, which makes up for the changes before its last end, and one after
/// changes that have rested for a minute. Nothing waits for it, and a failure is said once.
@MainActor
final class BackupFlow {
    private let context: ScreenContext
    private let backups: any BackupMaking
    /// Until the changes have rested.
    private var rest: Task<Void, Never>?
    private var isMaking = false
    /// Whether cards were changed, and rested, while a backup was made.
    private var isAnotherDue = false

    private static let restingTime = Duration.seconds(60)

    init(_ backups: any BackupMaking, context: ScreenContext) { (self.backups, self.context) = (backups, context) }

    /// Follows the changes until its task is cancelled.
    func follow() async {
        let notices = await context.services.store.notices()
        make()
        for await _ in notices { restart() }
        rest?.cancel()
    }

    private func restart() {
        rest?.cancel()
        // A timer would wake the program for nothing.
        guard backups.isOn else { return }
        rest = Task { [weak self, timer = context.services.timer] in
            guard (try? await timer.sleep(for: BackupFlow.restingTime)) != nil else { return }
            self?.make()
        }
    }

    private func make() {
        guard backups.isOn else { return }
        guard !isMaking else { return isAnotherDue = true }
        isMaking = true
        Task(priority: .utility) { [weak self, backups] in
            let failure: (any Error)?
            do {
                _ = try await backups.makeBackup()
                failure = nil
            } catch {
                failure = error
            }
            self?.end(failure)
        }
    }

    private func end(_ failure: (any Error)?) {
        isMaking = false
        if let failure = failure as? BackupFailure, !failure.isKnown { context.messages.add(Message(failure)) }
        guard isAnotherDue else { return }
        isAnotherDue = false
        make()
    }
}
