import Terminal

/// The commands of the backend's screen.
enum SyncCommands {
    static let table = CommandTable([CommandTable.Section("Backend", commands)])

    static let synchronize = Command<SyncScreen>(
        "sync.now", keys: [Key("S")], title: "sync now: download and upload", hint: "sync now",
        also: ["sync", "synchronize", "refresh", "update", "download", "upload", "send"],
        isEnabled: { $0.model.hasBackend || !$0.model.remotes.isEmpty },
        whyNot: { _ in "needs a backend, but none is set" }
    ) {
        $0.app.sync.synchronize()
    }
    static let open = Command<SyncScreen>(
        "sync.open", keys: [.enter, Key("l"), Key(.right)], title: "open the card or follow the line",
        hint: "open", also: ["show", "details"],
        isEnabled: {
            $0.model.selection != nil && $0.model.selectedRow?.isHere != false && !$0.model.canForget
        },
        whyNot: {
            $0.model.selection == nil || $0.model.canForget
                ? "follows the line, but no line is selected" : "opens the card, but this one is deleted"
        }
    ) {
        $0.app.sync.openSelected(in: $0.model)
    }
    static let choose = Command<SyncScreen>(
        "sync.choose", keys: [Key("c")], title: "resolve conflicts", hint: "resolve",
        also: ["resolve", "merge", "conflict", "conflicts"],
        isEnabled: { $0.model.status?.tally.conflicts ?? 0 > 0 || $0.model.sharedConflicts > 0 },
        whyNot: { _ in "resolves conflicts, but there are none" }
    ) {
        $0.app.conflicts.open()
    }
    static let retryAll = Command<SyncScreen>(
        "sync.retry-all", keys: [Key("R")], title: "retry all rejected cards", hint: "retry all",
        also: ["retry", "upload", "again"], isEnabled: { $0.model.status?.tally.refused ?? 0 > 0 },
        whyNot: { _ in "retries rejected cards, but there are none" }
    ) {
        $0.model.retryAll()
    }
    static let deleteAbsent = Command<SyncScreen>(
        "sync.delete", keys: [Key("d")], title: "delete here what the backend deleted, or there what was sent again",
        hint: "delete", also: ["remove"], isEnabled: { $0.model.selectedRow?.kind.isUndecided == true },
        whyNot: { _ in "deletes a card that was deleted at the backend, but none is selected" }
    ) {
        $0.model.settleSelected(.delete)
    }
    static let keepAbsent = Command<SyncScreen>(
        "sync.keep", keys: [Key("K")],
        title: "keep what the backend deleted, and send it again, or take what was sent again",
        hint: "keep", also: ["restore", "take"], isEnabled: { $0.model.selectedRow?.kind.isUndecided == true },
        whyNot: { _ in "keeps a card that was deleted at the backend, but none is selected" }
    ) {
        $0.model.settleSelected(.keep)
    }
    private static let deleteAllAbsent = Command<SyncScreen>(
        "sync.delete-all", keys: [], title: "delete here all that the backend deleted", also: ["remove all"],
        isEnabled: { $0.model.status?.tally.absent ?? 0 > 0 },
        whyNot: { _ in "deletes cards that were deleted at the backend, but there are none" }
    ) {
        $0.model.askToSettleAll(.delete)
    }
    private static let keepAllAbsent = Command<SyncScreen>(
        "sync.keep-all", keys: [], title: "keep all that the backend deleted, and send it again",
        also: ["restore all"], isEnabled: { $0.model.status?.tally.absent ?? 0 > 0 },
        whyNot: { _ in "keeps cards that were deleted at the backend, but there are none" }
    ) {
        $0.model.askToSettleAll(.keep)
    }
    static let undo = Command<SyncScreen>.undo("sync.undo")
    static let backups = Command<SyncScreen>.backups("sync.backups", key: Key("b"))

    private static let share = Command<SyncScreen>(
        "sync.share", keys: [Key("a")], title: "share the cards with other devices", hint: "add a place",
        also: ["devices", "vault", "share", "remote"], isEnabled: { $0.app.sharing.canShare },
        whyNot: { _ in "shares the cards with other devices, but a demo cannot" }
    ) {
        $0.app.sharing.openForm()
    }

    private static let forget = Command<SyncScreen>(
        "sync.forget", keys: [Key("f")], title: "stop sharing over the selected place, or forget the selected device",
        hint: "remove", also: ["forget", "remove", "device", "place", "remote", "unshare"],
        isEnabled: { $0.model.canForget },
        whyNot: { _ in "removes a place or a device, but none is selected" }
    ) {
        $0.model.askToForget()
    }

    private static let commands: [Command<SyncScreen>] = [
        synchronize,
        Command(
            "sync.stop", keys: [Key("x")], title: "stop the sync, also the next try", hint: "stop",
            also: ["pause", "cancel", "abort", "halt"], isEnabled: { $0.model.canStop },
            whyNot: { _ in "stops the sync, but none is running" }
        ) {
            $0.model.stop()
        },
        open,
        Command(
            "sync.edit", keys: [Key("e")], title: "edit the card", hint: "edit",
            also: ["modify"], isEnabled: { $0.model.selectedRow?.isHere == true },
            whyNot: {
                $0.model.selectedRow == nil
                    ? "edits the card of a line, but none is selected" : "edits the card, but this one is deleted"
            }
        ) {
            $0.editSelected()
        },
        Command(
            "sync.retry", keys: [Key("r")], title: "retry the rejected card", hint: "retry",
            also: ["retry", "upload", "again"], isEnabled: { $0.model.selectedRow?.isRefused == true },
            whyNot: { _ in "retries a rejected card, but none is selected" }
        ) {
            $0.model.retrySelected()
        },
        retryAll, deleteAbsent, keepAbsent, deleteAllAbsent, keepAllAbsent,
        choose,
        share,
        forget,
        backups,
        undo,
        .redo("sync.redo"),
        .leave("sync.leave", keys: [.escape, Key("h"), Key(.left), Key("B")]),
        Command("sync.down", keys: [Key("j"), Key(.down)], title: "down") { $0.move(by: 1) },
        Command("sync.up", keys: [Key("k"), Key(.up)], title: "up") { $0.move(by: -1) },
        Command("sync.page-down", keys: [Key(.pageDown), .control("d")], title: "a page down") { $0.move(by: $0.page) },
        Command("sync.page-up", keys: [Key(.pageUp), .control("u")], title: "a page up") { $0.move(by: -$0.page) },
        Command("sync.first", keys: [Key("g"), Key(.home)], title: "top") { $0.move(by: -$0.model.stops.count) },
        Command("sync.last", keys: [Key("G"), Key(.end)], title: "last card") {
            $0.move(by: max(1, $0.model.stops.count))
        },
    ]
}
