import Cards

extension AppModel {
    /// Puts text on the person's clipboard and says where it went: by a command, or by the terminal, of which nobody knows whether it
    /// takes it.
    /// - Parameters:
    ///   - name: what it is called; the text itself where nothing is said.
    ///   - reason: why it is copied, where something else was asked for.
    func copy(_ text: String, named name: String? = nil, because reason: String? = nil) async {
        let name = name ?? text
        var problem: String?
        var outcome = ClipboardOutcome.notTaken
        do {
            outcome = try await services.clipboard.copy(text)
        } catch {
            problem = error.message
        }
        if outcome == .notTaken { onCopy(text) }
        let words = outcome == .copied ? "Copied \(name)" : "Sent to the terminal's clipboard: \(name)"
        let others = [reason, problem].compactMap { $0 }
        say(Message(([words] + others).joined(separator: ". "), kind: others.isEmpty ? .news : .warning))
    }
}
