import Glibc
import TestSupport
import Testing

@testable import CardSettings

@Suite("Documents that a program of the user's shows")
struct OpenedDocumentsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func documents(_ places: [String: String]) -> OpenedDocuments { OpenedDocuments { places[$0] } }

    @Test("each is a file that only the user can read, the same again, and gone at the end; others stay")
    func files() throws {
        let documents = documents(["XDG_RUNTIME_DIR": folder.path])
        let path = try documents.write(Array("one".utf8), named: "a.pdf")
        #expect(try documents.write(Array("one".utf8), named: "a.pdf") == path)
        let other = try documents.write(Array("two".utf8), named: "a.pdf")
        #expect(other != path)
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let own = try folder.write("mine", to: "mine")
        documents.removeAll()
        #expect(access(path, F_OK) != 0 && access(other, F_OK) != 0 && access(own, F_OK) == 0)
        #expect(folder.names == ["mine"])
    }

    @Test("what a program left that was killed is removed; that of a running one, and links, stay")
    func leftovers() throws {
        // No process has this number: the largest is 4194304.
        for name in ["cards-tui-999999999-abcdef", "cards-tui-\(getppid())-abcdef", "cards-tui-x"] {
            #expect(mkdir(folder.path + "/" + name, 0o700) == 0)
        }
        #expect(symlink("/etc", folder.path + "/cards-tui-999999998-abcdef") == 0)
        _ = try folder.write("left", to: "cards-tui-999999999-abcdef/a.pdf")
        let documents = documents(["TMPDIR": folder.path])
        _ = try documents.write([1], named: "b.pdf")
        documents.removeAll()
        #expect(
            folder.names.sorted()
                == ["cards-tui-\(getppid())-abcdef", "cards-tui-999999998-abcdef", "cards-tui-x"].sorted())
    }

    @Test("a place that cannot be written is passed over")
    func places() throws {
        let documents = documents(["XDG_RUNTIME_DIR": "/proc/1", "TMPDIR": folder.path])
        #expect(try documents.write([1], named: "a.pdf").hasPrefix(folder.path + "/cards-tui-"))
        documents.removeAll()
    }
}
