internal import Cards
import Observation

/// What is wrong with the settings now. The status line says so until it is fixed.
@MainActor @Observable
final class SettingsState {
    private(set) var problems: [SettingsProblem] = []

    /// Replaces the problems by those of the file as it was last read.
    func report(_ problems: [SettingsProblem]) {
        if problems != self.problems { self.problems = problems }
    }

    /// "2 settings problems"; nil if there are none.
    var summary: String? {
        problems.isEmpty ? nil : problems.count == 1 ? "1 settings problem" : "\(problems.count) settings problems"
    }
}
