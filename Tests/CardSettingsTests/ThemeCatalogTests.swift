import Cards
import Foundation
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import CardSettings

/// Themes by name, embedded and from a folder.
struct ThemeCatalogTests {
    private let folder: TemporaryFolder
    private let catalog: ThemeCatalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = ThemeCatalog(folder: folder.path)
    }

    private func write(_ text: String, _ name: String) throws {
        try AtomicFile.write(Array(text.utf8), to: folder.path + "/" + name)
    }

    private static let scheme =
        "name: Mine\npalette:\n"
        + (0..<16).map { "  \(Scheme.colorName($0)): \"#0000\(String(0x10 + $0 * 8, radix: 16))\"\n" }.joined()

    @Test("the terminal's own colours come first, then all others by name")
    func names() throws {
        #expect(catalog.names == ThemeCatalog.embeddedNames)
        #expect(catalog.names.first == "terminal")
        try write(Self.scheme, "alpha.yaml")
        try write(Self.scheme, "nord.yaml")
        try write("", "notes.txt")
        try write("", ".hidden.yaml")
        #expect(catalog.names.prefix(2) == ["terminal", "alpha"])
        #expect(catalog.names.count == ThemeCatalog.embeddedNames.count + 1)
    }

    @Test("every listed theme can be loaded, and its lightness is known")
    func choices() throws {
        for choice in catalog.choices { #expect(try choice.load().name == choice.name) }
        #expect(catalog.choices.first { $0.name == "nord" }?.isLight == false)
        #expect(catalog.choices.first { $0.name == "one-light" }?.isLight == true)
        #expect(catalog.choices.first { $0.name == "terminal" }?.isLight == nil)
        #expect(try catalog.theme(named: "terminal") == .terminal)
    }

    @Test("a user's theme overrides an embedded one, and is read only on request")
    func own() throws {
        let brought = try catalog.theme(named: "nord")
        try write(Self.scheme, "nord.yaml")
        #expect(try catalog.theme(named: "nord")[.text].background == .rgb(0, 0, 0x10))
        #expect(try catalog.theme(named: "nord") != brought)
        try write("broken: [", "gruvbox-dark.yaml")
        #expect(catalog.contains("gruvbox-dark"))
        #expect(catalog.choices.first { $0.name == "gruvbox-dark" }?.isLight == nil)
        let problem = #expect(throws: ConfigProblem.self) { try catalog.theme(named: "gruvbox-dark") }
        #expect(problem?.path == folder.path + "/gruvbox-dark.yaml")
        #expect(problem?.line != nil)
    }

    @Test("an unknown theme gives a suggestion, or all names")
    func unknown() throws {
        try write(Self.scheme, "seaside.yaml")
        let near = #expect(throws: ConfigProblem.self) { try catalog.theme(named: "seasde") }
        #expect(near?.path == folder.path + "/seasde.yaml")
        #expect(near?.message == "there is no theme \"seasde\"" && near?.remedy == "Did you mean \"seaside\"?")
        let far = #expect(throws: ConfigProblem.self) { try catalog.theme(named: "something quite different") }
        #expect(far?.remedy == "There are: \(catalog.names.joined(separator: ", ")).")
    }

    @Test("a theme that is deleted after it was listed gives a problem that names its file")
    func deleted() throws {
        try write(Self.scheme, "seaside.yaml")
        let choice = try #require(catalog.choices.first { $0.name == "seaside" })
        #expect(catalog.contains("seaside"))
        try FileManager.default.removeItem(atPath: folder.path + "/seaside.yaml")
        let (theme, problems) = catalog.read("seaside")
        #expect(theme == nil)
        #expect(problems.map(\.path) == [folder.path + "/seaside.yaml"])
        let problem = #expect(throws: ConfigProblem.self) { try choice.load() }
        #expect(problem?.path == folder.path + "/seaside.yaml")
    }

    @Test(
        "a name that is no file name never reaches the file system",
        arguments: ["", "..", "../secret", "a/b", ".x", "a\u{0}b", "a\nb"])
    func badName(_ name: String) throws {
        try write(Self.scheme, "secret.yaml")
        let inner = ThemeCatalog(folder: folder.path + "/themes")
        #expect(!inner.contains(name))
        #expect(throws: ConfigProblem.self) { try inner.theme(named: name) }
        let long = String(repeating: "x", count: 5000)
        #expect(!inner.contains(long))
    }

    @Test("an oversized file, a folder and an unreadable file give a message")
    func unreadable() throws {
        try write("# " + String(repeating: "x", count: SchemeReader.maximumBytes), "large.yaml")
        let large = #expect(throws: ConfigProblem.self) { try catalog.theme(named: "large") }
        #expect(large?.message == "it cannot be read: it is larger than 64 kB")
        try Folder.make(folder.path + "/folder.yaml")
        let problem = #expect(throws: ConfigProblem.self) { try catalog.theme(named: "folder") }
        #expect(problem?.message == "it cannot be read: it is a folder")
    }

    @Test("problems of a usable theme are reported")
    func reported() throws {
        try write("mood: calm\n" + Self.scheme, "mine.yaml")
        let reported = Mutex<[String]>([])
        let catalog = ThemeCatalog(folder: folder.path) { problem in reported.withLock { $0.append(problem.message) } }
        #expect(try catalog.theme(named: "mine").name == "mine")
        #expect(reported.withLock { $0 } == ["there is no field \"mood\" in a scheme"])
    }

    @Test("the settings can name a theme of the folder beside them")
    func config() throws {
        try Folder.make(folder.path + "/themes")
        try write(Self.scheme, "themes/mine.yaml")
        try write("theme: mine\n", "config.yaml")
        let (config, problems) = Config.read(folder.path + "/config.yaml", validateBackend: { _ in nil })
        #expect(problems == [])
        #expect(config.theme == Config.Theme("mine"))
        try write("theme: mime\n", "config.yaml")
        let wrong = Config.read(folder.path + "/config.yaml", validateBackend: { _ in nil })
        #expect(wrong.config.theme == nil)
        #expect(
            wrong.problems.map(\.userMessage) == [
                "\(folder.path)/config.yaml:1:8: there is no theme \"mime\". Did you mean \"mine\"?"
            ])
    }
}
