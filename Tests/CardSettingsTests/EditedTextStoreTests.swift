import Cards
import Foundation
import TestSupport
import Testing

@testable import CardSettings

@Suite("Edited texts on the disk")
struct EditedTextStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/edit" }

    @Test("only the owner can read a text and what editors put beside it")
    func modes() async throws {
        let store = EditedTextStore(folder: path)
        let text = try await store.keep("name: Elm\n", note: .string("x"))
        let own = text.path.split(separator: "/").dropLast().last.map { "edit/" + $0 } ?? ""
        #expect(try folder.mode(of: "edit") == 0o700)
        #expect(try folder.mode(of: own) == 0o700)
        #expect(try folder.mode(of: own + "/card.yaml") == 0o600)
        #expect(try folder.mode(of: own + "/note.json") == 0o600)
        #expect(try await store.bytes(of: text) == Array("name: Elm\n".utf8))
        try await store.replace(text, with: "name: Oak\n")
        #expect(try await store.bytes(of: text) == Array("name: Oak\n".utf8))
    }

    @Test("discarding deletes backups, swap files and folders, and follows no link")
    func discarding() async throws {
        let store = EditedTextStore(folder: path)
        let text = try await store.keep("x", note: .null)
        let own = String(text.path.dropLast("/card.yaml".count))
        let other = try folder.write("precious", to: "other")
        for name in ["card.yaml~", ".card.yaml.swp"] {
            try "x".write(toFile: "\(own)/\(name)", atomically: false, encoding: .utf8)
        }
        try FileManager.default.createDirectory(atPath: own + "/undo", withIntermediateDirectories: false)
        try "x".write(toFile: own + "/undo/1", atomically: false, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: own + "/link", withDestinationPath: other)
        try FileManager.default.createSymbolicLink(atPath: own + "/links", withDestinationPath: folder.path)
        await store.discard(text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
        #expect(try folder.text(of: "other") == "precious")
    }

    @Test("a text is left over when its process has ended, with its note; a folder without a text is deleted")
    func leftovers() async throws {
        var path = ""
        do {
            let store = EditedTextStore(folder: self.path)
            path = try await store.keep("x", note: .string("y")).path
            #expect(await EditedTextStore(folder: self.path).leftovers().isEmpty)
            #expect(await store.leftovers().isEmpty)
        }
        try FileManager.default.createDirectory(atPath: self.path + "/empty", withIntermediateDirectories: false)
        let next = EditedTextStore(folder: self.path)
        let left = await next.leftovers()
        #expect(left.map(\.path) == [path] && left.first?.note?.string == "y" && left.first?.hasOtherFiles == false)
        await next.discard(try #require(left.first))
        #expect(try FileManager.default.contentsOfDirectory(atPath: self.path).isEmpty)
    }
}

@Suite("The editor", .timeLimit(.minutes(5)))
struct TextEditorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func end(_ body: String, shortest: Duration) async throws -> EditorEnd {
        let script = try folder.write("#!/bin/sh\n\(body)\n", to: "editor", mode: 0o700)
        let file = try folder.write("x", to: "file")
        return try await TextEditor(environment: { $0 == "EDITOR" ? script : nil }, shortest: shortest)
            .edit(file, line: nil)
    }

    @Test("one that ends at once without a change is told apart from one that changed the file, or took its time")
    func atOnce() async throws {
        #expect(try await end("exit 0", shortest: .seconds(600)) == .atOnce)
        #expect(try await end("echo changed >\"$1\"", shortest: .seconds(600)) == .closed)
        #expect(try await end("exit 0", shortest: .zero) == .closed)
    }

    @Test("a failure is an error with its reason")
    func failure() async throws {
        await #expect(throws: TextEditorError.self) { try await end("exit 3", shortest: .zero) }
    }

    @Test("VISUAL counts before EDITOR, unless it is blank")
    func visual() async throws {
        let file = try folder.write("x", to: "file")
        var named: [String: String] = [:]
        for name in ["VISUAL", "EDITOR"] {
            named[name] = try folder.write("#!/bin/sh\necho \(name) >\"$1\"\n", to: name, mode: 0o700)
        }
        for wanted in ["VISUAL", "EDITOR"] {
            _ = try await TextEditor(environment: { [named] in named[$0] }).edit(file, line: nil)
            #expect(try folder.text(of: "file") == wanted + "\n")
            named["VISUAL"] = " "
        }
    }
}
