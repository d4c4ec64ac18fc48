/// What runs beside the screen from its start to its end, and is cancelled together.
@MainActor
final class RunningTasks {
    private var tasks: [Task<Void, Never>] = []

    /// Follows the loader's status, the devices that share cards, and the day, makes backups, counts conflicts, follows
    /// the settings, looks for damaged cards, removes what is left of deleted ones, offers drafts and edited texts of programs that were killed, archives expired
    /// cards, and tells which expire soon.
    /// - Parameter isFirst: false where only the loader is new, or a demo was left: what is looked for once has been found.
    func start(_ context: ScreenContext, _ flows: Flows, isFirst: Bool = true) {
        if let loader = context.services.loader {
            tasks.append(
                Task { [weak sync = flows.sync] in
                    for await status in await loader.statuses() { sync?.receive(status) }
                })
        }
        tasks.append(Task { [sharing = flows.sharing] in await sharing.follow() })
        tasks.append(Task { [sharing = flows.sharing] in await sharing.followReports() })
        tasks.append(Task { [conflicts = flows.conflicts] in await conflicts.follow() })
        tasks.append(Task { await context.days.follow { await context.list.dayChanged() } })
        tasks.append(Task { [backups = flows.backups] in await backups.follow() })
        // A demo leaves nothing behind, and has nothing that could be damaged.
        if context.services.openDemo == nil { return }
        let settings = SettingsFlow(context: context, backups: flows.backups)
        tasks.append(Task { await settings.follow() })
        tasks.append(Task { await context.damage.follow(context) })
        tasks.append(Task { await context.damage.lookWeekly(context) })
        guard isFirst else { return }
        tasks.append(
            Task { [forms = flows.forms] in
                await forms.offerLeftovers()
                await EditorFlow(context: context).offerLeftovers()
            })
        tasks.append(Task { await context.removeLeftovers() })
        tasks.append(
            Task {
                await context.archiveExpired()
                await context.tellExpiring()
            })
    }

    func cancel() {
        for task in tasks { task.cancel() }
        tasks = []
    }
}
