internal import Cards

/// Clears the clipboard some time after a secret was copied by the user's command, unless something else was copied from here since.
@MainActor
final class ClipboardClearing {
    private var clearing: Task<Void, Never>?
    private var copies = 0
    private var clipboard: (any ClipboardWriting)?

    isolated deinit { clearing?.cancel() }

    /// Something else is copied: it must stay.
    /// - Returns: the number of the copy, for ``clear(after:copy:_:)``.
    @discardableResult
    func cancel() -> Int {
        clearing?.cancel()
        (clearing, clipboard) = (nil, nil)
        copies += 1
        return copies
    }

    /// Nothing is cleared where something else was copied since.
    func clear(after time: Duration, copy: Int, _ services: AppServices) {
        guard copy == copies else { return }
        clipboard = services.clipboard
        clearing = Task { [timer = services.timer, clipboard = services.clipboard] in
            guard (try? await timer.sleep(for: time)) != nil else { return }
            // Where the command fails, there is nobody to tell who could do more.
            _ = try? await clipboard.copy("")
        }
    }

    /// Clears at the program's end what would be cleared later.
    func finish() async {
        guard let clipboard else { return }
        cancel()
        _ = try? await clipboard.copy("")
    }
}
