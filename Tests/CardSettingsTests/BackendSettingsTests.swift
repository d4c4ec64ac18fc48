import Cards
import Foundation
import TestSupport
import Testing

@testable import CardSettings

/// The backend that the program writes into the settings file.
@Suite("Setting the backend")
struct BackendSettingsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/config", withIntermediateDirectories: false)
    }

    private var path: String { folder.path + "/config/config.yaml" }

    private func text(_ old: String, credentials: String? = nil) throws -> String {
        let settings = BackendSettings(url: "https://cards.example", kind: .firebase, credentialsFile: credentials)
        return String(
            decoding: try ConfigEditing(path: path).text(Array(old.utf8), setting: settings), as: UTF8.self)
    }

    private func rights(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)[.posixPermissions] as? Int
    }

    @Test(
        "it is added to a file without one, whose comments, order and other settings stay",
        arguments: [
            "", "# my settings\n", "theme: nord  # dark\n\n# keys\nkeys:\n  list.star: '*'\n", "theme: nord",
            "mouse: off\r\n",
        ])
    func added(old: String) throws {
        let new = try text(old, credentials: "credentials")
        let end = old.contains("\r\n") ? "\r\n" : "\n"
        let kept = old.isEmpty || old.utf8.last == UInt8(ascii: "\n") ? old : old + "\n"
        #expect(
            new == kept
                + [
                    "backend:", "  url: https://cards.example", "  service: firebase",
                    "  credentials_file: credentials",
                ]
                .map { $0 + end }.joined())
    }

    @Test("settings of the backend that there are keep their places and comments")
    func changed() throws {
        let old = """
            # mine
            backend:     # at home
                ca_file: ~/ca.pem   # our own
                url:  "http://old # one"   # the old one
                # service: firebase
                credentials_command: pass show cards  # secret
            theme: nord
            """
        #expect(
            try text(old, credentials: "credentials") == """
                # mine
                backend:     # at home
                    service: firebase
                    credentials_file: credentials
                    ca_file: ~/ca.pem   # our own
                    url: https://cards.example   # the old one
                    # service: firebase
                    # credentials_command: pass show cards  # secret
                theme: nord

                """)
        #expect(
            try text("backend:\ntheme: nord\n")
                == "backend:\n  url: https://cards.example\n  service: firebase\ntheme: nord\n")
    }

    @Test("a file whose name has backslashes, quotes and blanks is named as it is")
    func quoted() throws {
        let new = try text("", credentials: #"my "own\n\x" file"#)
        #expect(new.hasSuffix(#"  credentials_file: "my \"own\\n\\x\" file""# + "\n"), "\(new)")
    }

    @Test(
        "a file that is written in another way is not changed, and the message says what to write",
        arguments: [
            "backend: {url: http://old}\n", "{theme: nord}\n", "- a list\n", "backend: text\n", "theme: [\n",
            "backend:\n  url: >\n    http://old\n", "theme: nord\n...\n",
        ])
    func refused(old: String) throws {
        let error = #expect(throws: ConfigEditingError.self) { try text(old) }
        #expect(error?.userMessage.contains("url: https://cards.example") == true)
    }

    /// The file that the settings name after these credentials were typed.
    private func save(_ credentials: String, toConfig config: String? = nil) throws -> String? {
        try BackendSettings.write(
            url: "https://cards.example", kind: .myCards, credentials: .typed(Array(credentials.utf8)),
            toConfig: config ?? path)
        let source = Config.read(config ?? path, validateBackend: { _ in nil }).config.backend.credentials
        guard case .file(let file)? = source else { return nil }
        return file
    }

    @Test("new files are readable by their owner only; the credentials are in a file of their own")
    func files() throws {
        #expect(try save("ann:s3cret\n") == folder.path + "/config/cards-tui-credentials")
        #expect(try rights("config/config.yaml") == 0o600)
        #expect(try rights("config/cards-tui-credentials") == 0o600)
        #expect(try folder.text(of: "config/cards-tui-credentials") == "ann:s3cret\n")
        let config = Config.read(path, validateBackend: { _ in nil })
        #expect(config.problems.isEmpty)
        #expect(config.config.backend.url == "https://cards.example")
        #expect(try !folder.text(of: "config/config.yaml").contains("s3cret"))
    }

    @Test("in the program's own folder the file needs no longer name")
    func ownFolder() throws {
        let own = folder.path + "/cards-tui"
        #expect(try save("token", toConfig: own + "/config.yaml") == own + "/credentials")
    }

    @Test("an existing file keeps its permissions, existing credentials lose theirs")
    func existing() throws {
        let settings = "backend:\n  credentials_file: cards-tui-credentials\n"
        let config = try folder.write(settings, to: "config/config.yaml")
        let secret = try folder.write("old", to: "config/cards-tui-credentials")
        for (file, mode) in [(config, 0o640), (secret, 0o644)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        }
        #expect(try save("token") == secret)
        #expect(try rights("config/config.yaml") == 0o640)
        #expect(try rights("config/cards-tui-credentials") == 0o600)
        #expect(try folder.text(of: "config/cards-tui-credentials") == "token")
    }

    @Test("a file that the settings do not name is never replaced, nor one that they name elsewhere")
    func foreignFile() throws {
        let mine = try folder.write("mine", to: "config/mine")
        _ = try folder.write("of another program", to: "config/cards-tui-credentials")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/config/cards-tui-credentials-2", withDestinationPath: mine + "-too")
        _ = try folder.write("backend:\n  credentials_file: mine\n", to: "config/config.yaml")
        #expect(try save("token") == folder.path + "/config/cards-tui-credentials-3")
        #expect(try folder.text(of: "config/cards-tui-credentials") == "of another program")
        #expect(try folder.text(of: "config/mine") == "mine")
        #expect(!FileManager.default.fileExists(atPath: mine + "-too"))
        // The next one replaces its own.
        #expect(try save("another token") == folder.path + "/config/cards-tui-credentials-3")
        #expect(try folder.text(of: "config/cards-tui-credentials-3") == "another token")
    }

    @Test("where the settings cannot be changed no credentials are left behind")
    func nothingLeft() throws {
        _ = try folder.write("backend: {}\n", to: "config/config.yaml")
        let error = #expect(throws: ConfigEditingError.self) { try save("token") }
        #expect(
            error?.userMessage.hasSuffix(
                """
                backend:
                  url: https://cards.example
                  service: mycards
                  credentials_file: cards-tui-credentials
                Put the credentials into that file, and make it readable by you only.
                """) == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/config") == ["config.yaml"])
    }

    @Test("nor where they cannot be written: former credentials are restored", arguments: [true, false])
    func notWritten(hadCredentials: Bool) throws {
        // The settings are behind a link, in a folder where the name of a new file would be too long; also root cannot write there.
        let name = "/config.yaml"
        var other = folder.path
        while other.utf8.count + name.utf8.count < 4090 {
            other += "/" + String(repeating: "d", count: min(200, max(1, 4089 - other.utf8.count - name.utf8.count)))
        }
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        let line = hadCredentials ? "backend:\n  credentials_file: cards-tui-credentials\n" : ""
        try Data(line.utf8).write(to: URL(fileURLWithPath: other + name))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other + name)
        if hadCredentials { _ = try folder.write("old", to: "config/cards-tui-credentials") }
        #expect(throws: FileError.self) { try save("token") }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/config")
        #expect(names.contains("cards-tui-credentials") == hadCredentials)
        if hadCredentials { #expect(try folder.text(of: "config/cards-tui-credentials") == "old") }
    }

    @Test(
        "credentials of another backend become a comment",
        arguments: ["credentials_file: secret", "credentials_command: pass x"])
    func dropped(line: String) throws {
        let old = "backend:\n  url: https://old.example\n  \(line)\ntheme: nord\n"
        _ = try folder.write(old, to: "config/config.yaml")
        try BackendSettings.write(
            url: "https://cards.example", kind: .myCards, credentials: .none, toConfig: path)
        #expect(
            try folder.text(of: "config/config.yaml")
                == "backend:\n  service: mycards\n  url: https://cards.example\n  # \(line)\ntheme: nord\n")
        let settings = BackendSettings.Credentials.typed(Array("s3cret".utf8))
        #expect("\(settings)" == "typed")
    }
}
