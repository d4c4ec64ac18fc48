internal import Cards

/// Copies a number or a link to the clipboard, and opens links.
@MainActor
public struct ClipboardFlow {
    let context: ScreenContext

    /// Copies the number of the card on top, or of the selected one.
    public func copyNumber() {
        guard let identifier = context.currentCard else { return }
        let store = context.services.store
        context.activities.runInBackground {
            guard let card = try await store.card(identifier) else { return }
            guard !card.number.isEmpty else {
                return context.post(Message("\(card.name.shortName) has no number.", kind: .warning))
            }
            let message = await copy(card.number)
            // Last: who has read it may end the program by any means.
            defer { context.post(message) }
            if context.services.countsUses { try await store.recordUse(of: identifier) }
        }
    }

    /// - Parameter name: the link's name in the message; nil for the link itself.
    public func copy(link text: String, named name: String? = nil) {
        context.activities.runInBackground { context.post(await copy(text, named: name)) }
    }

    /// Opens a link; if that fails, copies it.
    public func open(link: String) {
        context.activities.background.run {
            do {
                switch try await context.services.links.open(link) {
                case .opened: context.post(Message("Opened \(link)"))
                case .started: context.post(Message("Opening \(link)"))
                }
                return true
            } catch {
                context.post(await copy(link, because: error.message))
                return false
            }
        }
    }

    /// Copies text to the clipboard.
    /// - Parameter reason: why it is copied, if something else was requested.
    /// - Returns: says how: by a command, or by an escape sequence that the terminal may ignore.
    private func copy(_ text: String, named name: String? = nil, because reason: String? = nil) async -> Message {
        let name = name ?? text
        context.copies.cancel()
        var problem: String?
        var outcome = ClipboardOutcome.notAccepted
        do {
            outcome = try await context.services.clipboard.copy(text)
        } catch {
            problem = error.message
        }
        if outcome == .notAccepted { context.hooks.copy(text) }
        let result = outcome == .copied ? "Copied \(name)" : "Sent to the terminal's clipboard: \(name)"
        let others = [reason, problem].compactMap { $0 }
        return Message(([result] + others).joined(separator: ". "), kind: others.isEmpty ? .news : .warning)
    }
}

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
