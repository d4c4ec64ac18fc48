import Glibc
import TestSupport
import Testing

@testable import CardSettings

@Suite("The pager")
struct PagerTests {
    @Test(
        "PAGER names it; an empty one and cat mean none; without it less is used where it is",
        arguments: [
            ("more -s", "more -s"), ("", nil), ("  ", nil), ("cat", nil),
        ] as [(String, String?)])
    func named(value: String, command: String?) {
        #expect(Pager { $0 == "PAGER" ? value : nil }.command == command)
    }

    @Test("less is used where it is in the path")
    func usual() throws {
        let folder = try TemporaryFolder()
        #expect(Pager { $0 == "PATH" ? folder.path : nil }.command == nil)
        _ = try folder.write("#!/bin/sh\n", to: "less", mode: 0o700)
        #expect(Pager { $0 == "PATH" ? folder.path : nil }.command == "less")
    }

    @Test("text that leaves a row for the prompt is not long")
    func long() {
        #expect(!Pager.isLong(Array("1\n2\n".utf8), rows: 3))
        #expect(Pager.isLong(Array("1\n2\n3\n".utf8), rows: 3))
    }

    @Test("the pager gets the text as its input; a text that fits, or a program that is not there, shows nothing")
    func show() async throws {
        let folder = try TemporaryFolder()
        let script = try folder.write(
            "#!/bin/sh\necho \"$LESS\" >'\(folder.path)/options'\ncat >'\(folder.path)/seen'\n", to: "pager",
            mode: 0o700)
        let variables = ["PAGER": script, "PATH": "/usr/bin:/bin"]
        let text = Array("1\n2\n3\n".utf8)
        #expect(await Pager { variables[$0] }.show(text, rows: 2))
        #expect(try folder.text(of: "seen") == "1\n2\n3\n")
        #expect(try folder.text(of: "options") == (getenv("LESS").map { String(cString: $0) } ?? "FRX") + "\n")
        #expect(await !Pager { variables[$0] }.show(text, rows: 9))
        let missing = ["PAGER": folder.path + "/nothing", "PATH": "/usr/bin:/bin"]
        #expect(await !Pager { missing[$0] }.show(text, rows: 2))
    }
}
