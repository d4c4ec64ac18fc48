import CardViewModels
public import Terminal

/// Characters that came together: pasted without a paste's marks, typed ahead, or sent over a slow line.
extension AppScreen {
    /// Where they are text, they are one change; everywhere else each may lead somewhere else, and is handled by itself.
    public func handle(typed keys: [Key]) {
        var rest = keys[...]
        while let key = rest.first, !model.hasQuit {
            followPath()
            let text = rest.prefix { !isAboutTerminal($0) }.compactMap(\.typedCharacter)
            let taken = text.count > 1 && takesText(behind: key) ? top.type(text) : 0
            if taken > 0 {
                model.messages.dismiss()
                model.prompts.showNext()
            } else {
                handle(.key(key))
            }
            rest = rest.dropFirst(max(1, taken))
        }
    }

    /// Whether the part on top is what the key goes to, at once and as text.
    private func takesText(behind key: Key) -> Bool {
        !frameLayout.isTooSmall && !isCovered && top.takesText && held.isEmpty && !mustWait(.key(key))
    }
}
