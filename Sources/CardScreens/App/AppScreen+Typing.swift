import CardViewModels
public import Terminal

/// Characters that arrived together: pasted without bracketed paste, typed ahead, or delayed by a slow connection.
extension AppScreen {
    /// Where characters are text they are one change; elsewhere each may open another screen and is handled separately.
    public func handle(typed keys: [Key]) {
        var rest = keys[...]
        while let key = rest.first, !model.hasQuit {
            followPath()
            let text = rest.prefix { !isAboutTerminal($0) }.compactMap(\.typedCharacter)
            let taken = text.count > 1 && acceptsText(after: key) ? top.type(text) : 0
            if taken > 0 {
                model.messages.dismiss()
                model.prompts.showNext()
            } else {
                handle(.key(key))
            }
            rest = rest.dropFirst(max(1, taken))
        }
    }

    /// Whether the screen on top receives the key immediately and as text.
    private func acceptsText(after key: Key) -> Bool {
        !frameLayout.isTooSmall && !isCovered && top.acceptsText && held.isEmpty && !mustWait(.key(key))
    }
}

/// Input that waits until the screen on top has changed, in its order. It does not know what it waits for.
@MainActor
final class HeldInput {
    private var events: [InputEvent] = []
    /// Whether held input is being handled.
    private(set) var isBeingHandled = false
    private var whenEmpty: (() -> Void)?

    /// More than anyone types while a form opens.
    private static let maximum = 1 << 17

    var isEmpty: Bool { events.isEmpty }

    func append(_ event: InputEvent) {
        if events.count < Self.maximum { events.append(event) }
    }

    /// Drops the held input.
    func drop() { events = [] }

    /// Returns when all of it was handled.
    func finished() async {
        if !isEmpty { await withCheckedContinuation { continuation in whenEmpty = { continuation.resume() } } }
    }

    /// Handles the held input in order, until an event has to wait.
    /// - Returns: true if nothing is left.
    func perform(_ perform: (InputEvent) -> Void, unless mustWait: (InputEvent) -> Bool) -> Bool {
        isBeingHandled = true
        defer { isBeingHandled = false }
        var done = 0
        // Handling an event may drop the rest.
        while done < events.count {
            guard !mustWait(events[done]) else {
                events.removeFirst(done)
                return false
            }
            perform(events[done])
            done += 1
        }
        events = []
        whenEmpty?()
        whenEmpty = nil
        return true
    }
}
