import Cards
import Foundation
import PtySupport
import Terminal
import TestSupport
import Testing

/// Days and amounts in the locale of the environment. A German locale is compiled into the journey's folder where the system has the
/// sources of locales; otherwise an installed one is used, or only C.UTF-8.
@Suite("The locale of the real program", .inTurns)
struct LocaleJourneys {
    private struct Expected {
        let environment: [String: String?]
        /// 5 January 2100.
        let day: String
        let amount: String
        let typed: String
    }

    private func locales(_ home: Home) async throws -> [Expected] {
        let plain = Expected(
            environment: ["LC_ALL": "C.UTF-8"], day: "2100-01-05", amount: "1234.50 EUR", typed: "5 jan 2100")
        guard let german = try await german(home) else { return [plain] }
        return [plain, Expected(environment: german, day: "05.01.2100", amount: "1.234,50 €", typed: "5.1.2100")]
    }

    /// The environment of a German locale; nil if there is none.
    private func german(_ home: Home) async throws -> [String: String?]? {
        let compiled = try home.start(
            program: "/usr/bin/env",
            ["localedef", "-i", "de_DE", "-f", "UTF-8", home.path("de_DE.UTF-8")])
        if try await compiled.exitStatus() == 0 { return ["LC_ALL": "de_DE.UTF-8", "LOCPATH": home.folder.path] }
        let list = try home.start(program: "/usr/bin/env", ["locale", "-a"])
        _ = try await list.exitStatus()
        return await list.text.contains("de_DE.utf8") ? ["LC_ALL": "de_DE.UTF-8"] : nil
    }

    @Test("days and amounts are typed and shown as the locale writes them; a pipe and JSON have ISO in each")
    func notations() async throws {
        let home = try Home()
        for locale in try await locales(home) {
            let added = try await home.run(
                ["add", "--name", "Elm Gym", "--number", "1", "--expiry", locale.typed, "--balance", "1.234,50 EUR"],
                environment: locale.environment)
            try #require(added.status == 0, "\(added.errors)")
            let shown = try await home.run(["show", "Elm Gym"], environment: locale.environment)
            #expect(shown.output.contains("2100-01-05 (expires in ") && shown.output.contains("1234.50 EUR"))
            let json = try await home.run(["show", "Elm Gym", "--json"], environment: locale.environment)
            #expect(json.output.contains("\"2100-01-05\"") && json.output.contains("\"1234.50\""))
            let program = try home.start(environment: locale.environment)
            try await program.wait(for: locale.amount)
            try await program.press("enter")
            try await program.wait(for: "until \(locale.day)")
            try await program.press("e")
            try await program.wait(for: "Tuesday, 5 January 2100")
            try await program.press("esc")
            try await program.wait(for: "until \(locale.day)")
            try await program.press("q")
            #expect(try await program.quit() == 0)
            let listed = try home.start(["show", "Elm Gym"], environment: locale.environment)
            #expect(try await listed.exitStatus() == 0)
            let text = await listed.text
            #expect(text.contains(locale.day) && text.contains(locale.amount), "\(text)")
            _ = try await home.run(["remove", "Elm Gym"], environment: locale.environment)
        }
    }
}
