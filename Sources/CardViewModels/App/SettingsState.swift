internal import Cards
import Observation

/// What is wrong with the settings now. The status line says so until it is fixed.
@MainActor @Observable
final class SettingsState {
    /// By file and line.
    private(set) var problems: [SettingsProblem] = []

    /// Replaces the problems by those of the file as it was last read.
    func report(_ problems: [SettingsProblem]) {
        let problems = problems.sorted { ($0.path, $0.line ?? 0, $0.text) < ($1.path, $1.line ?? 0, $1.text) }
        if problems != self.problems { self.problems = problems }
    }

    /// "2 settings problems"; nil if there are none.
    var summary: String? {
        problems.isEmpty ? nil : problems.count == 1 ? "1 settings problem" : "\(problems.count) settings problems"
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
