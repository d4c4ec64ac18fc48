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
