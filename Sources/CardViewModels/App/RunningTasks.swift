/// What runs beside the screen from its start to its end, and is cancelled together.
@MainActor
final class RunningTasks {
    private var tasks: [Task<Void, Never>] = []

    /// Follows the loader's status, counts conflicts, looks for damaged cards, and offers drafts and edited texts of programs that were killed.
    func start(_ context: ScreenContext, _ flows: Flows) {
        if let loader = context.services.loader {
            tasks.append(
                Task { [weak sync = flows.sync] in
                    for await status in await loader.statuses() { sync?.receive(status) }
                })
        }
        tasks.append(Task { [conflicts = flows.conflicts] in await conflicts.count() })
        guard context.services.openDemo != nil else { return }
        tasks.append(Task { await context.reportDamage() })
        tasks.append(
            Task { [forms = flows.forms] in
                await forms.offerLeftovers()
                await EditorFlow(context: context).offerLeftovers()
            })
    }

    func cancel() {
        for task in tasks { task.cancel() }
        tasks = []
    }
}
