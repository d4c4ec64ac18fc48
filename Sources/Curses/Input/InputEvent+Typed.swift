internal import Terminal

extension InputEvent {
    /// The key, if it types a character; nil for all other events.
    var typedKey: Key? {
        guard case .key(let key) = self, key.typedCharacter != nil else { return nil }
        return key
    }
}
