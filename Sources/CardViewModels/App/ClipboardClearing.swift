/// Clears the clipboard some time after a secret was copied by the user's command, unless something else was copied from here since.
@MainActor
final class ClipboardClearing {
    private var clearing: Task<Void, Never>?

    isolated deinit { clearing?.cancel() }

    /// Something else is copied: it must stay.
    func cancel() {
        clearing?.cancel()
        clearing = nil
    }

    func clear(after time: Duration, _ services: AppServices) {
        cancel()
        clearing = Task { [timer = services.timer, clipboard = services.clipboard] in
            guard (try? await timer.sleep(for: time)) != nil else { return }
            // Where the command fails, there is nobody to tell who could do more.
            _ = try? await clipboard.copy("")
        }
    }
}
