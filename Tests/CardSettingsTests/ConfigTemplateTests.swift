import Testing

@testable import CardSettings

/// The settings file that `:settings` begins with.
@Suite("The first settings file")
struct ConfigTemplateTests {
    private static let lines = Config.template.split(separator: "\n").map(String.init)

    private func parse(_ text: String) -> (config: Config, problems: [ConfigProblem]) {
        Config.parse(
            Array(text.utf8), path: "/settings/config.yaml", environment: { _ in "/home/anna" },
            validateBackend: { _ in nil })
    }

    @Test("as it is, it sets nothing")
    func nothing() {
        let (config, problems) = parse(Config.template)
        #expect(problems.isEmpty && config == Config())
        #expect(Self.lines.allSatisfy { $0.hasPrefix("#") })
    }

    /// A setting of the file without its `#`, with what is below it.
    static let settings: [String] = {
        var settings: [[String]] = []
        for line in lines.dropFirst(3) where !line.hasPrefix("# ") || line.hasPrefix("#  ") {
            let text = String(line.dropFirst())
            if text.hasPrefix("  ") { settings[settings.count - 1].append(text) } else { settings.append([text]) }
        }
        return settings.map { $0.joined(separator: "\n") }
    }()

    @Test("each setting in it is valid", arguments: settings)
    func valid(setting: String) {
        // Only one source of credentials may be set.
        let lines = setting.split(separator: "\n").filter { !$0.contains("_command: pass") }
        let (_, problems) = parse(lines.joined(separator: "\n"))
        #expect(problems.isEmpty, "\(setting): \(problems.map(\.message))")
        let commands = setting.split(separator: "\n").filter {
            !$0.contains("_file: ") && !$0.contains("format: store")
        }
        #expect(parse(commands.joined(separator: "\n")).problems.allSatisfy { $0.message.contains("catima") })
    }

    @Test(
        "a value that is the default changes nothing",
        arguments: [
            "mouse", "motion", "pictures", "escape_delay", "validation", "count_uses", "remind_before",
            "remind_moments",
        ])
    func defaults(key: String) throws {
        let setting = try #require(Self.settings.first { $0.hasPrefix("\(key):") })
        var config = parse(setting).config
        if key == "mouse" { config.isMouseOn = nil }
        #expect(config == Config())
    }

    @Test("all settings are in it and in the document of settings, with their values")
    func complete() throws {
        #expect(Self.settings.count == ConfigSetting.all.count && Self.settings.count == 19)
        for value in ["symbols", "both-photos", "reduced", "catima", "firebase"] {
            #expect(Config.template.contains(value))
        }
    }
}
