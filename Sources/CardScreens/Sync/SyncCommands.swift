import Terminal

/// The commands of the backend's screen.
enum SyncCommands {
    static let table = CommandTable([CommandTable.Section("Backend", commands)])

    static let synchronize = Command<SyncScreen>(
        "sync.now", ["S"], "sync now: download and upload", hint: "sync now",
        also: ["sync", "synchronize", "refresh", "update", "download", "upload", "send"],
        when: Requirement("needs a backend, but none is set up") { $0.model.hasBackend || !$0.model.remotes.isEmpty },
        shared: "screen.sync"
    ) {
        $0.app.sync.synchronize()
    }
    static let open = Command<SyncScreen>(
        "sync.open", [.enter, "l", .right], "open the card or the selected line", hint: "open",
        also: ["show", "details"],
        when: Requirement(
            isMet: {
                $0.model.selection != nil && $0.model.selectedRow?.isHere != false && !$0.model.canForget
            },
            refusal: {
                $0.model.selection == nil || $0.model.canForget
                    ? "opens the selected line, but none is selected" : "opens the card, but this one is deleted"
            })
    ) {
        $0.app.sync.openSelected(in: $0.model)
    }
    static let choose = Command<SyncScreen>(
        "sync.choose", ["c"], "resolve conflicts", hint: "resolve",
        also: ["resolve", "merge", "conflict", "conflicts"],
        when: Requirement("resolves conflicts, but there are none") {
            $0.model.status?.tally.conflicts ?? 0 > 0 || $0.model.sharedConflicts > 0
        }, shared: "screen.choose"
    ) {
        $0.app.conflicts.open()
    }
    static let retryAll = Command<SyncScreen>(
        "sync.retry-all", ["R"], "retry all rejected cards", hint: "retry all", also: ["retry", "upload", "again"],
        when: Requirement("retries rejected cards, but there are none") { $0.model.status?.tally.refused ?? 0 > 0 }
    ) {
        $0.model.retryAll()
    }
    static let deleteAbsent = Command<SyncScreen>(
        "sync.delete", ["d"], "delete the card on both sides", hint: "delete",
        also: ["remove"],
        when: Requirement("deletes a card that was deleted on the backend, but none is selected") {
            $0.model.selectedRow?.kind.isUndecided == true
        }
    ) {
        $0.model.settleSelected(.delete)
    }
    static let keepAbsent = Command<SyncScreen>(
        "sync.keep", ["K"], "keep the card on both sides",
        hint: "keep", also: ["restore", "take"],
        when: Requirement("keeps a card that was deleted on the backend, but none is selected") {
            $0.model.selectedRow?.kind.isUndecided == true
        }
    ) {
        $0.model.settleSelected(.keep)
    }
    private static let deleteAllAbsent = Command<SyncScreen>(
        "sync.delete-all", [], "delete here all cards that the backend deleted", also: ["remove all"],
        when: Requirement("deletes cards that were deleted on the backend, but there are none") {
            $0.model.status?.tally.absent ?? 0 > 0
        }
    ) {
        $0.model.askToSettleAll(.delete)
    }
    private static let keepAllAbsent = Command<SyncScreen>(
        "sync.keep-all", [], "keep all cards that the backend deleted, and send them again", also: ["restore all"],
        when: Requirement("keeps cards that were deleted on the backend, but there are none") {
            $0.model.status?.tally.absent ?? 0 > 0
        }
    ) {
        $0.model.askToSettleAll(.keep)
    }
    static let backups = Command<SyncScreen>.backups("sync", key: Key("b"))

    private static let share = Command<SyncScreen>(
        "sync.share", ["a"], "share the cards with other devices", hint: "add address",
        also: ["devices", "vault", "share", "remote"],
        when: Requirement("shares the cards with other devices, but a demo cannot") { $0.app.sharing.canShare }
    ) {
        $0.app.sharing.openForm()
    }

    private static let forget = Command<SyncScreen>(
        "sync.forget", ["f"], "stop sharing through the selected address, or forget the selected device",
        hint: "remove",
        also: ["forget", "remove", "device", "address", "place", "remote", "unshare"],
        when: Requirement("removes an address or a device, but none is selected") { $0.model.canForget }
    ) {
        $0.model.askToForget()
    }

    private static let commands: [Command<SyncScreen>] =
        [
            synchronize,
            Command(
                "sync.stop", ["x"], "stop the sync and the next try", hint: "stop",
                also: ["pause", "cancel", "abort", "halt"],
                when: Requirement("stops the sync, but none is running") { $0.model.canStop }
            ) {
                $0.model.stop()
            },
            open,
            Command(
                "sync.edit", ["e"], "edit the card", hint: "edit", also: ["modify"],
                when: Requirement(
                    isMet: { $0.model.selectedRow?.isHere == true },
                    refusal: {
                        $0.model.selectedRow == nil
                            ? "edits the card of a line, but none is selected"
                            : "edits the card, but this one is deleted"
                    })
            ) {
                $0.editSelected()
            },
            Command(
                "sync.retry", ["r"], "retry the rejected card", hint: "retry", also: ["retry", "upload", "again"],
                when: Requirement("retries a rejected card, but none is selected") {
                    $0.model.selectedRow?.isRefused == true
                }
            ) {
                $0.model.retrySelected()
            },
            retryAll, deleteAbsent, keepAbsent, deleteAllAbsent, keepAllAbsent,
            choose,
            share,
            forget,
            backups,
            .undo("sync"),
            .redo("sync"),
            .leave("sync", keys: [.escape, "h", .left, "B"]),
        ] + Command.moves("sync", first: "top", last: "last card")
}
