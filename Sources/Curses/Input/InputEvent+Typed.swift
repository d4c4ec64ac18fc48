internal import Terminal

extension InputEvent {
    /// The key of a typed character; nil for everything else.
    var typedKey: Key? {
        guard case .key(let key) = self, key.typedCharacter != nil else { return nil }
        return key
    }
}
