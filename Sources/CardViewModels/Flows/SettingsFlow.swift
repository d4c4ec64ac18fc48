public import Cards

/// Edits the settings with the user's own editor, applies them again, and lists what is wrong with them.
@MainActor
public struct SettingsFlow {
    let context: ScreenContext

    public var problems: [SettingsProblem] { context.settings.problems }
    /// "2 settings problems"; nil if there are none.
    public var summary: String? { context.settings.summary }

    /// Replaces the problems by those of the file as it was last read.
    public func report(_ problems: [SettingsProblem]) { context.settings.report(problems) }

    /// Gives the terminal to the editor, and applies what was written.
    /// - Parameter line: where the cursor should be; nil for anywhere.
    public func edit(at line: Int? = nil) {
        let (services, hooks) = (context.services, context.hooks)
        context.activities.run("Editing the settings") {
            try await services.settings.make()
            try await hooks.lend { try await services.editor.edit(services.settings.path, line: line) }
            apply(await hooks.reloadSettings())
        }
    }

    private func apply(_ outcome: SettingsOutcome) {
        context.settings.report(outcome.problems)
        let later =
            outcome.later.isEmpty ? "" : ". \(outcome.later.joined(separator: ", ")) takes effect at the next start."
        guard let first = outcome.problems.first else { return context.post(Message("Settings applied\(later)")) }
        context.post(Message(first.userMessage + later, kind: .warning))
    }

    /// Opens the list of what is wrong.
    public func showProblems() { context.prompts.pick(.settingsProblems(context.settings.problems)) }
}
