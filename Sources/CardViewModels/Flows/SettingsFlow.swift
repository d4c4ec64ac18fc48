import Basics
public import Cards

/// Edits the settings with the user's own editor, applies them again, and lists what is wrong with them.
@MainActor
public struct SettingsFlow {
    let context: ScreenContext
    let backups: BackupFlow

    public var problems: [SettingsProblem] { context.settings.problems }
    /// "2 settings problems"; nil if there are none.
    public var summary: String? { context.settings.summary }

    /// Replaces the problems by those of the file as it was last read, and says the first of them.
    public func report(_ problems: [SettingsProblem]) {
        context.settings.report(problems)
        if let message = context.settings.message() { context.post(message) }
    }

    /// Gives the terminal to the editor, and applies what was written: also where the editor has failed after that.
    /// - Parameter problem: opens its file at its line; nil for the settings.
    public func edit(_ problem: SettingsProblem? = nil) {
        let (services, hooks) = (context.services, context.hooks)
        let path = problem?.path ?? services.settings.path
        context.activities.run("Editing the settings") {
            if path == services.settings.path { try await services.settings.make() }
            let remark: Message?
            do {
                let end = try await hooks.lend { try await services.editor.edit(path, line: problem?.line) }
                remark = end == .atOnce ? Message(EditorEnd.hint, kind: .warning) : nil
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                remark = Message(error)
            }
            context.post(received(await hooks.reloadSettings(), remark))
            // They may have a folder for backups now, or another one.
            backups.make()
        }
    }

    /// Applies what other programs write to the settings, until the task is cancelled.
    func follow() async {
        var last: Message?
        for await _ in await context.services.settings.changes() {
            // Not while an editor has the terminal; it applies them when it ends.
            await context.activities.finished()
            if Task.isCancelled { return }
            let outcome = await context.hooks.reloadSettings()
            guard outcome.isChanged else { continue }
            let message = received(outcome, nil)
            context.messages.tell(message, insteadOf: last)
            last = message
            backups.make()
        }
    }

    /// Takes over what is wrong with the settings that were read again.
    /// - Parameter remark: about the editor, before all else.
    /// - Returns: what to say of them.
    private func received(_ outcome: SettingsOutcome, _ remark: Message?) -> Message {
        context.settings.report(outcome.problems)
        var messages = [remark].compactMap { $0 }
        if let message = context.settings.message() {
            messages.append(message)
        } else if messages.isEmpty {
            messages.append(Message("Settings applied"))
        }
        let later = outcome.later
        if let last = later.last {
            let names = later.count == 1 ? last : later.dropLast().joined(separator: ", ") + " and " + last
            messages.append(Message("\(names) \(later.count == 1 ? "takes" : "take") effect at the next start."))
        }
        return messages.dropFirst().reduce(messages[0]) { $0.followed(by: $1) }
    }

    /// Opens the list of what is wrong: each opens the editor at its line, and the selected one is shown in full.
    public func showProblems() {
        let options = context.settings.problems.map { problem in
            Picker.Option(problem.userMessage, hint: "edit") { edit(problem) }
        }
        context.prompts.pick(
            Picker("Settings problems", placeholder: "Part of a problem", options, showsWholeTitle: true))
    }
}

/// What is wrong with the settings now. The status line says so until it is fixed.
@MainActor
final class SettingsState {
    /// By file and line.
    @Observed private(set) var problems: [SettingsProblem] = []

    /// Replaces the problems by those of the file as it was last read.
    func report(_ problems: [SettingsProblem]) {
        let problems = problems.sorted { ($0.path, $0.line ?? 0, $0.text) < ($1.path, $1.line ?? 0, $1.text) }
        if problems != self.problems { self.problems = problems }
    }

    /// "2 settings problems"; nil if there are none.
    var summary: String? {
        problems.isEmpty ? nil : problems.count.counted("settings problem")
    }

    /// The first problem, and the command that lists all with their remedies; nil if there are none.
    func message() -> Message? {
        guard let first = problems.first else { return nil }
        let what = problems.count == 1 ? "shows it" : "lists all \(problems.count)"
        let isShort = first.userMessage.count <= Self.longestMessage
        return Message(
            isShort ? first.userMessage : first.summary, kind: .warning,
            offers: [Message.Offer(.showSettingsProblems, what)])
    }

    /// More would hide the list.
    private static let longestMessage = 120
}
