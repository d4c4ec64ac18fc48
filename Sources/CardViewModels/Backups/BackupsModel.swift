public import Basics
public import Cards

/// The screen of the backups: the files, which one is selected, when the last one was made and the next one will be, and what failed. It
/// reads no backup.
@MainActor
public final class BackupsModel: ScreenModel, RowsModel {
    /// Nil until it was read, and where the settings turn backups off.
    @Observed public private(set) var overview: BackupOverview?
    @Observed private var isLoaded = false
    @Observed public var selectedRank = 0

    private let flow: BackupFlow
    private let context: ScreenContext
    private let requests = Latest()

    init(flow: BackupFlow, context: ScreenContext) { (self.flow, self.context) = (flow, context) }

    /// Whether the files are not known yet; keys wait until then.
    public var isBusy: Bool { !isLoaded }
    /// The last one first.
    public var rows: [BackupRecord.File] { overview?.files ?? [] }
    public var selectedRow: BackupRecord.File? { rows.indices.contains(selectedRank) ? rows[selectedRank] : nil }
    public var isMaking: Bool { flow.isMaking }

    /// Reads what there is; the selected file stays selected.
    func load() {
        Task {
            let backups = context.services.backups
            guard case .success(let overview)? = await requests.answer(to: { await backups?.backups() }) else { return }
            let selected = selectedRow
            (self.overview, isLoaded) = (overview, true)
            select(rank: rows.firstIndex { $0 == selected } ?? selectedRank)
        }
    }

    public var selectableCount: Int { rows.count }

    // MARK: - Sentences

    public enum Label: String, Sendable { case folder, last, failed, next }

    /// What is known, one line each.
    public var facts: [(label: Label, text: String)] {
        guard let overview else {
            return isLoaded ? [(.folder, "none: backup.folder in the settings file turns backups off")] : []
        }
        var facts: [(label: Label, text: String)] = [
            (.folder, overview.isThere || rows.isEmpty ? overview.folder : "\(overview.folder), which does not exist"),
            (.last, rows.first.map { "\($0.name.time), \($0.size)" } ?? "none yet"),
        ]
        if let failure = overview.failure { facts.append((.failed, failure)) }
        // Least needed where there is little room.
        facts.append((.next, next(overview)))
        return facts
    }

    private func next(_ overview: BackupOverview) -> String {
        if flow.isMaking { return "is being made" }
        if let refusal = overview.refusal { return refusal }
        if overview.failure != nil { return "is tried after the next change, and at the next start" }
        return flow.hasChanges ? "one minute after the latest change" : "one minute after the next change"
    }
}
