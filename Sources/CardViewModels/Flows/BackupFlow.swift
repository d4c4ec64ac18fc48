public import Basics
internal import Cards

/// Makes automatic backups while the program runs: one at its start, which makes up for the changes before its last end (a minute later
/// where nobody has named a folder for them), one when the
/// settings were read again, which may name another folder, one after changes that have rested for a minute, one at its end where that
/// takes a moment, and one when somebody asks for it. Nothing else waits for it, and a failure is said once. It also opens the screen of
/// the backups.
@MainActor
public final class BackupFlow {
    @Observed public private(set) var isMaking = false
    /// Whether something changed since the last backup was begun.
    @Observed public private(set) var hasChanges = false

    private let context: ScreenContext
    private let imports: ImportFlow
    /// Until the changes have rested.
    private var rest: Task<Void, Never>?
    /// The backup that is being made; true where its failure is said.
    private var work: Task<Bool, Never>?
    /// Whether cards were changed, and rested, while a backup was made.
    private var isAnotherDue = false
    /// Whether somebody waits for the outcome.
    private var isAwaited = false
    private var isEnding = false

    private static let restingTime = Duration.seconds(60)
    /// How long the end of the program waits for a backup.
    static let longestEnd = Duration.seconds(1)

    init(context: ScreenContext, imports: ImportFlow) { (self.context, self.imports) = (context, imports) }

    private var backups: (any BackupMaking)? { context.services.backups }
    /// Whether the settings do not turn them off.
    public var isOn: Bool { backups?.isOn == true }

    // MARK: - Making

    /// Follows the changes until its task is cancelled.
    func follow() async {
        guard backups != nil else { return }
        let notices = await context.services.store.notices()
        if backups?.isFolderNamed == true { make() } else { restart() }
        for await _ in notices {
            hasChanges = true
            restart()
        }
        rest?.cancel()
    }

    /// Makes one at once, and says what became of it.
    public func makeNow() {
        isAwaited = true
        guard isOn else { return make() }
        context.post(Message("Making a backup…"))
        make()
    }

    private func restart() {
        rest?.cancel()
        // A timer would wake the program for nothing.
        guard isOn else { return }
        rest = Task { [weak self, timer = context.services.timer] in
            guard (try? await timer.sleep(for: BackupFlow.restingTime)) != nil else { return }
            self?.make()
        }
    }

    /// Makes one unless that of before is as good.
    func make() {
        guard let backups, isOn || isAwaited else { return }
        guard !isMaking else { return isAnotherDue = true }
        let isAsked = isAwaited
        (isMaking, hasChanges) = (true, false)
        work = Task(priority: .utility) { [weak self] in
            let outcome: Result<BackupOutcome, any Error>
            do {
                outcome = .success(try await backups.makeBackup(isAsked: isAsked))
            } catch {
                outcome = .failure(error)
            }
            return self?.end(outcome) ?? false
        }
    }

    /// - Returns: whether a failure was said.
    private func end(_ outcome: Result<BackupOutcome, any Error>) -> Bool {
        isMaking = false
        var isSaid = false
        switch outcome {
        case .success(let outcome):
            if isAwaited { context.post(Message(Self.text(of: outcome))) }
            tellFirst()
        case .failure(let error):
            hasChanges = true
            if let failure = error as? BackupFailure, isAwaited || !failure.isKnown {
                context.messages.add(Message(failure.userMessage, kind: .warning, offers: offers))
                isSaid = true
            }
        }
        isAwaited = false
        for case let model as BackupsModel in context.navigator.path { model.load() }
        if isAnotherDue {
            isAnotherDue = false
            make()
        }
        return isSaid
    }

    /// None on their own screen.
    private var offers: [Message.Offer] {
        context.navigator.top is BackupsModel ? [] : [Message.Offer(.showBackups, "shows them")]
    }

    /// Says once that there are backups. Not at the end of the program, when nobody would read it.
    private func tellFirst() {
        guard !isEnding, let backups else { return }
        Task {
            guard let notice = await backups.firstNotice() else { return }
            context.messages.add(Message(notice, offers: offers))
        }
    }

    private static func text(of outcome: BackupOutcome) -> String {
        switch outcome {
        case .made(let file): "Made \(file.name.text), \(file.size)"
        case .unchanged: "No card has changed since the last backup"
        case .busy: "Another program is making a backup"
        case .off(let reason): reason
        }
    }

    // MARK: - The end of the program

    /// Whether the end of the program makes a backup first.
    var isDueAtEnd: Bool { hasChanges && isOn && backups?.isQuick == true }

    /// Makes the last backup. After a second nobody waits any longer: the next start makes it.
    /// - Returns: false where a failure was said, which is to be read.
    func makeLast() async -> Bool {
        guard isDueAtEnd else { return true }
        rest?.cancel()
        isEnding = true
        if !isMaking { make() }
        guard let work else { return true }
        let (ends, feed) = AsyncStream.makeStream(of: Bool.self)
        Task { feed.yield(await !work.value) }
        let limit = Task { [timer = context.services.timer] in
            if (try? await timer.sleep(for: Self.longestEnd)) != nil { feed.yield(true) }
        }
        defer { limit.cancel() }
        for await isRead in ends { return isRead }
        return true
    }

    // MARK: - The screen

    /// Shows the backups.
    public func open() {
        if context.navigator.top is BackupsModel { return }
        let model = BackupsModel(flow: self, context: context)
        context.navigator.push(model)
        model.load()
    }

    /// Shows what restoring the selected backup would change.
    public func preview(_ model: BackupsModel) {
        guard let file = model.selectedRow, let backups else { return }
        imports.readBackup(file.path, on: model) { await backups.password() }
    }
}
