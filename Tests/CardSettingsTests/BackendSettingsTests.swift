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

    @Test("new files are readable by their owner only; the credentials are in a file of their own")
    func files() throws {
        let source = try BackendSettings.write(
            url: "https://cards.example", kind: .myCards, credentials: Array("ann:s3cret\n".utf8), toConfig: path)
        #expect(source == .file(folder.path + "/config/credentials"))
        #expect(try rights("config/config.yaml") == 0o600)
        #expect(try rights("config/credentials") == 0o600)
        #expect(try folder.text(of: "config/credentials") == "ann:s3cret\n")
        let config = Config.read(path, validateBackend: { _ in nil })
        #expect(config.problems.isEmpty)
        #expect(config.config.backend.url == "https://cards.example")
        #expect(config.config.backend.credentials == source)
        #expect(try !folder.text(of: "config/config.yaml").contains("s3cret"))
    }

    @Test("an existing file keeps its permissions, existing credentials lose theirs")
    func existing() throws {
        let config = try folder.write("theme: nord\n", to: "config/config.yaml")
        let secret = try folder.write("old", to: "config/credentials")
        for (file, mode) in [(config, 0o640), (secret, 0o644)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        }
        try BackendSettings.write(
            url: "https://cards.example", kind: .myCards, credentials: Array("token".utf8), toConfig: path)
        #expect(try rights("config/config.yaml") == 0o640)
        #expect(try rights("config/credentials") == 0o600)
        #expect(try folder.text(of: "config/credentials") == "token")
    }

    @Test("where the settings cannot be changed no credentials are left behind")
    func nothingLeft() throws {
        _ = try folder.write("backend: {}\n", to: "config/config.yaml")
        #expect(throws: ConfigEditingError.self) {
            try BackendSettings.write(
                url: "https://cards.example", kind: .myCards, credentials: Array("token".utf8), toConfig: path)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/config/credentials"))
    }
}
