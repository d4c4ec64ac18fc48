import CardSettings
import Foundation
import TestSupport
import Testing

@Suite("Exports never replace the program's own files")
struct OwnFilesTests {
    private let folder: TemporaryFolder
    private let paths: Paths

    init() throws {
        folder = try TemporaryFolder()
        let home = folder.path
        paths = try Paths(environment: { ["HOME": home][$0] }, store: home + "/data/cards.sqlite")
        for name in ["data", ".config/cards-tui", ".local/state/cards-tui/drafts", "other"] {
            try FileManager.default.createDirectory(atPath: home + "/" + name, withIntermediateDirectories: true)
        }
    }

    private func isRefused(_ path: String) -> Bool {
        do {
            try OwnFiles(paths).check(path)
            return false
        } catch {
            guard case .isOwn = error.kind else { return false }
            return error.userMessage.hasSuffix("Choose another file.")
        }
    }

    @Test("the store, its companion files, settings, log, view state and drafts are protected, existing or not")
    func own() {
        for path in [paths.store, paths.config, paths.log, paths.log + ".1", paths.viewState] {
            #expect(isRefused(path))
        }
        for end in ["-wal", "-shm", "-journal", "-turn", "-backups", "-backups-lock"] {
            #expect(isRefused(paths.store + end))
        }
        #expect(isRefused(paths.drafts + "/any"))
        #expect(isRefused(folder.path + "/other/../data/cards.sqlite"))
        #expect(!isRefused(folder.path + "/data/cards.json"))
        #expect(!isRefused(folder.path + "/none/cards.sqlite"))
        #expect(!isRefused("/dev/stdout"))
    }

    @Test("the store itself is not read as a file, by whatever name; others are")
    func reading() async throws {
        _ = try folder.write("cards", to: "data/cards.sqlite")
        try FileManager.default.linkItem(atPath: paths.store, toPath: folder.path + "/hard")
        let files = UserFiles(protecting: OwnFiles(paths))
        for path in [paths.store, folder.path + "/hard", folder.path + "/other/../data/cards.sqlite"] {
            #expect(
                throws: FileError(path: path, action: .read, kind: .isOwn("it is the card store itself"))
            ) { _ = try files.file(path, limit: 100) }
        }
        let other = try folder.write("cards", to: "data/other.sqlite")
        #expect(try files.file(other, limit: 100).path == other)
    }

    @Test("links to them, symbolic and hard, and links to their folders are protected")
    func links() throws {
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: folder.path + "/later", withDestinationPath: "data/cards.sqlite")
        #expect(isRefused(folder.path + "/later"))
        _ = try folder.write("cards", to: "data/cards.sqlite")
        #expect(isRefused(folder.path + "/later"))
        try manager.linkItem(atPath: paths.store, toPath: folder.path + "/hard")
        #expect(isRefused(folder.path + "/hard"))
        try manager.createSymbolicLink(atPath: folder.path + "/place", withDestinationPath: "data")
        #expect(isRefused(folder.path + "/place/cards.sqlite-wal"))
    }

    @Test("exports from the screen respect them, too, and a pipe is rejected")
    func screen() async throws {
        let files = UserFiles(protecting: OwnFiles(paths))
        _ = try folder.write("cards", to: "data/cards.sqlite")
        await #expect(throws: FileError.self) { try await files.write(paths.store) { nil } }
        #expect(try folder.text(of: "data/cards.sqlite") == "cards")
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let pipe = folder.path + "/pipe"
        await #expect(throws: FileError(path: pipe, action: .write, kind: .notAFile)) {
            try await files.write(pipe) { nil }
        }
    }
}
