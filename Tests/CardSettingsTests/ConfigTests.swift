import Cards
import Foundation
import TestSupport
import Testing

@testable import CardSettings

struct ConfigTests {
    private func parse(_ text: String) -> (config: Config, problems: [ConfigProblem]) {
        Config.parse(
            Array(text.utf8), path: "/etc/c.yaml", environment: { ["HOME": "/home/me"][$0] },
            validateBackend: Self.refusal)
    }

    /// Replaces the check of the network module.
    private static let refusal: BackendCheck = { $0.hasPrefix("https://") ? nil : "This is no address." }

    private func messages(_ text: String) -> [String] { parse(text).problems.map(\.userMessage) }

    @Test("every setting is read")
    func everything() {
        let (config, problems) = parse(
            """
            # my settings
            backend:
              url: https://cards.example/api
              service: mycards
              credentials_file: ~/secret
              ca_file: ca.pem
              allow_plain_http: yes
            theme: nord
            keys:
              list.open: Enter
              list.filter: [/, Ctrl-F]
              list.trash: ~
            mouse: no
            motion: reduced
            escape_delay: 100
            pictures: symbols
            camera:
              command: rpicam-vid -t 0 --codec mjpeg -o -
            open_command: xdg-open
            copy_command: wl-copy
            validation: both-photos
            count_uses: off
            backup:
              folder: ~/backups
              format: catima
              keep: {daily: 3, monthly: 0}
              password_command: pass show backup
            """)
        #expect(problems == [])
        var expected = Config()
        expected.backend.url = "https://cards.example/api"
        expected.backend.credentials = .file("/home/me/secret")
        expected.backend.certificateFile = "/etc/ca.pem"
        expected.backend.allowsPlainHTTP = true
        expected.countsUses = false
        expected.backup.place = .folder("/home/me/backups")
        expected.backup.format = .catima
        (expected.backup.keep.daily, expected.backup.keep.monthly) = (3, 0)
        expected.backup.passwordCommand = "pass show backup"
        expected.keys = [
            .init(action: "list.open", keys: ["Enter"], line: 10, column: 3),
            .init(action: "list.filter", keys: ["/", "Ctrl-F"], line: 11, column: 3),
            .init(action: "list.trash", keys: [], line: 12, column: 3),
        ]
        expected.theme = Config.Theme("nord")
        expected.isMouseOn = false
        expected.motion = .reduced
        expected.escapeDelay = 100
        expected.pictures = .symbols
        expected.commands.camera = "rpicam-vid -t 0 --codec mjpeg -o -"
        expected.commands.open = "xdg-open"
        expected.commands.copy = "wl-copy"
        expected.validation = .bothPhotos
        #expect(config == expected)
    }

    @Test(
        "an empty file, comments and names without a value set nothing",
        arguments: ["", "# x\n", "---\n", "backend:\nkeys:\n"])
    func nothing(_ text: String) {
        #expect(parse(text).config == Config())
        #expect(messages(text) == [])
    }

    @Test("every value of pictures is read", arguments: Config.Pictures.allCases)
    func pictures(_ pictures: Config.Pictures) {
        #expect(parse("pictures: \(pictures.rawValue)").config.pictures == pictures)
        #expect(messages("pictures: sixels").first?.contains("Did you mean \"sixel\"?") == true)
    }

    @Test(
        "periods of reminders are a list or one text, and an empty list reminds of nothing",
        arguments: [
            ("[30d, 7d, 1d]", "30d 7d 1d"), ("14d", "14d"), ("2w, 1m", "14d 1m"), ("[]", ""), ("never", ""),
            ("", "30d 7d 1d"),
        ])
    func reminders(text: String, periods: String) throws {
        let (config, problems) = parse("remind_before: \(text)\narchive_expired_after: 2m\nremind_command: notify\n")
        #expect(problems == [])
        #expect(config.expiry.remindBefore.periods.map(\.text).joined(separator: " ") == periods)
        #expect(config.expiry.archiveAfter?.text == "2m")
        #expect(config.expiry.command == "notify")
    }

    @Test("backups that should be encrypted and cannot be are not made")
    func unencryptedBackup() {
        let text = "backup:\n  password_command: pass\n  folder: b\n"
        #expect(parse(text).config.backup.place == .off)
        #expect(
            messages(text) == [
                "/etc/c.yaml:2:3: password_command needs format: catima. No backups are made until this is fixed."
            ])
        #expect(parse("backup:\n  folder: b\n").config.backup.place == .folder("/etc/b"))
        #expect(parse("backup:\n  folder: none\n").config.backup.place == .off)
        #expect(parse("backup:\n  keep:\n    daily: 3\n").config.backup.place == .ownFolder)
    }

    @Test("two themes, for light and for dark terminals; one that is left out is the terminal's own")
    func themes() {
        var both = Config.Theme("nord")
        both.light = "gruvbox-light"
        #expect(parse("theme: {light: gruvbox-light, dark: nord}\n").config.theme == both)
        #expect(both.text == "gruvbox-light or nord")
        both.light = "terminal"
        #expect(parse("theme:\n  dark: nord\n").config.theme == both)
        let wrong = parse("theme:\n  drak: nord\n  light: nrd\n")
        #expect(wrong.config.theme == Config.Theme("terminal") && wrong.problems.count == 2)
    }

    @Test("an unknown setting is reported with its position and a suggestion; the others are used")
    func unknown() {
        let text = "thme: nord\nmouse: off\nbackend:\n  servce: mycards\nquite_other: 1\n"
        #expect(parse(text).config.isMouseOn == false)
        #expect(
            messages(text) == [
                "/etc/c.yaml:1:1: there is no setting \"thme\". Did you mean \"theme\"?",
                "/etc/c.yaml:4:3: there is no setting \"servce\" in backend. Did you mean \"service\"?",
                "/etc/c.yaml:5:1: there is no setting \"quite_other\". There are: theme, mouse, motion, "
                    + "pictures, escape_delay, keys, open_command, copy_command, camera, validation, count_uses, "
                    + "remind_before, remind_moments, remind_command, archive_expired_after, backup, backend, passes, sync.",
            ])
    }

    @Test(
        "an invalid value is reported and its default is used",
        arguments: [
            ("mouse: maybe", 1, 8), ("escape_delay: 1001", 1, 15), ("escape_delay: -1", 1, 15),
            ("escape_delay: 99999999999999999999", 1, 15), ("pictures: jpeg", 1, 11), ("validation: strict", 1, 13),
            ("theme: [a]", 1, 8), ("backend: x", 1, 10), ("backend:\n  url: ftp://x", 2, 8),
            ("backup: ~/b", 1, 9), ("backup:\n  keep: 3", 2, 9), ("backup:\n  keep: {daily: -1}", 2, 17),
            ("backup:\n  format: zip", 2, 11),
            ("camera: ffmpeg", 1, 9), ("camera:\n  command: [a]", 2, 12), ("camera:\n  device: a", 2, 3),
            ("keys: [a]", 1, 7), ("keys:\n  quit: {a: b}", 2, 9), ("theme: nrod", 1, 8), ("theme: ../nord", 1, 8),
            ("just text", 1, 1),
            ("remind_before: [30d, soon]", 1, 16), ("remind_before: {a: 1}", 1, 16),
            ("archive_expired_after: x", 1, 24),
            ("- a\n- b", 1, 1), ("mouse: \"true\"", 1, 8), ("open_command: \"a\\0b\"", 1, 15),
        ])
    func badValue(_ text: String, line: Int, column: Int) {
        let (config, problems) = parse(text)
        #expect(config == Config())
        #expect(problems.map { [$0.line, $0.column] } == [[line, column]])
    }

    @Test("a message names its setting, with those that it is below of")
    func named() {
        let text = """
            motion: soft
            remind_before: x
            backup:
              keep: {daily: -1}
            keys:
              list.open: {a: b}
            backend:
              url: x
            """
        #expect(
            parse(text).problems.map(\.message) == [
                "motion must be one of: \(Config.Motion.allCases.map(\.rawValue).joined(separator: ", "))",
                "remind_before: use periods such as 30d, 7d, 1d, or never",
                "backup.keep.daily must be a whole number, 0 to \(Config.keptBackups.upperBound)",
                "\"list.open\" must be a key, or a list of keys", "backend.url: This is no address",
            ])
    }

    @Test(
        "invalid YAML is reported with line and column, and the defaults are used",
        arguments: [
            ("mouse: off\ntheme: \"nord\n", 3), ("a: b: c\n", 1), ("mouse: off\n\tx: 1\n", 2), ("theme: {a: b\n", 2),
            ("mouse: off\n---\nmouse: on\n", 2), ("&a x: *a", 1), ("mouse: off\ntheme: \u{7}\n", 2),
        ])
    func broken(_ text: String, line: Int) {
        let (config, problems) = parse(text)
        #expect(config == Config())
        #expect(problems.map(\.line) == [line])
    }

    @Test("invalid UTF-8 is reported with its line")
    func badBytes() {
        let bytes = Array("mouse: off\ntheme: ".utf8) + [0xFF, 0xFE, 0x0A]
        let problems = Config.parse(bytes, path: "c", environment: { _ in nil }, validateBackend: Self.refusal).problems
        #expect(problems.map(\.line) == [2])
        #expect(problems.map(\.column) == [8])
    }

    @Test("a duplicate setting is reported, and the first counts")
    func twice() {
        let text = "mouse: off\nmouse: on\n"
        #expect(parse(text).config.isMouseOn == false)
        let expected = "\"mouse\" is set twice, first in line 1. This one is ignored; keep one of the two."
        #expect(messages(text) == ["/etc/c.yaml:2:1: " + expected])
    }

    @Test("credentials can have one source only")
    func credentialsTwice() {
        let (config, problems) = parse("backend:\n  credentials_command: pass x\n  credentials_file: f\n")
        #expect(config.backend.credentials == .command("pass x"))
        #expect(problems.map(\.line) == [3])
    }

    @Test("aliases and deep nesting are rejected cheaply")
    func bombs() {
        let aliases = "a: &a [x,x]\nb: &b [*a,*a]\n"
        #expect(parse(aliases).problems.map(\.line) == [2])
        let deep = String(repeating: "[", count: 500_000)
        #expect(parse(deep).problems.count == 1)
    }

    @Test("the number of reported problems is limited")
    func manyFaults() {
        #expect(parse(String(repeating: "a: 1\n", count: 10_000)).problems.count == 100)
    }

    @Test("hostile text in a key is sanitized", arguments: ["\"\\e[31mx\": 1", "\u{202E}x: 1"])
    func hostile(_ text: String) throws {
        let message = try #require(messages(text).first)
        #expect(message.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 })
        #expect(message.contains("\\u{"))
    }

    @Test("a missing file is no problem, unless it was named")
    func missing() {
        let path = "/nowhere/at/all.yaml"
        #expect(Config.read(path, validateBackend: Self.refusal).problems == [])
        let problems = Config.read(path, isNamed: true, validateBackend: Self.refusal).problems
        #expect(problems.map(\.message) == ["it cannot be read: there is no such file"])
        #expect(problems.map(\.line) == [nil])
    }

    @Test("a folder, a pipe and a file above a megabyte are reported without waiting")
    func noFile() throws {
        let folder = try TemporaryFolder()
        #expect(
            Config.read(folder.path, validateBackend: Self.refusal).problems.map(\.message) == [
                "it cannot be read: it is a folder"
            ])
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        #expect(
            Config.read(folder.path + "/pipe", validateBackend: Self.refusal).problems.map(\.message) == [
                "it cannot be read: it is not a regular file"
            ])
        let large = try folder.write(String(repeating: "#", count: Config.maximumBytes + 1), to: "large")
        #expect(
            Config.read(large, validateBackend: Self.refusal).problems.map(\.message) == [
                "it cannot be read: it is larger than 1 MB"
            ])
    }

    @Test("a misspelling finds its word, a different word none")
    func spelling() {
        let words = ["list", "show", "import", "export", "completions"]
        #expect(Spelling.nearest(to: "lsit", in: words) == "list")
        #expect(Spelling.nearest(to: "Export", in: words) == "export")
        #expect(Spelling.nearest(to: "complettion", in: words) == "completions")
        #expect(Spelling.nearest(to: "frobnicate", in: words) == nil)
        #expect(Spelling.nearest(to: String(repeating: "x", count: 1_000_000), in: words) == nil)
        #expect(Spelling.nearest(to: "", in: words) == nil)
    }
}
