import PtySupport
import TestSupport

/// What sharing needs, in a program that does not share: libraries that are linked, and those that were opened.
struct LibraryFigures {
    private static let libraries = ["libpq", "libsodium", "libcurl", "libexpat"]

    private(set) var table = Table(
        title: "a program without sync", programs: ["cards-tui"], compares: false, judges: true)

    init() throws {
        let home = try BenchHome()
        try home.run("add", "--name", "Card", "--number", "1")
        let contender = home.program(ready: " of 1")
        let linked = try Self.shell("exec ldd \"$1\"", contender.path)
        guard linked.contains("libc.so") else { throw BenchError("ldd says: \(linked)") }
        let terminal = try contender.startReady()
        defer { terminal.recorder.kill() }
        let opened = try Self.shell("exec cat \"/proc/$1/maps\"", String(terminal.recorder.process))
        guard opened.contains("libc.so") else { throw BenchError("the program's maps say: \(opened)") }
        for library in Self.libraries {
            table.add("\(library): linked", "", [linked.contains(library) ? 1 : 0], .atMost(0, ""))
            table.add("\(library): opened while it runs", "", [opened.contains(library) ? 1 : 0], .atMost(0, ""))
        }
        let memory = ProcessStatus(of: terminal.recorder.process).peakMemory
        table.add("peak memory with one card", "MB", [memory], digits: 1, nil)
        withExtendedLifetime(home) {}
    }

    private static func shell(_ script: String, _ argument: String) throws -> String {
        try CommandRun(
            Contender(name: "sh", path: "/bin/sh", arguments: ["-c", script, "sh", argument], down: []),
            limit: .seconds(60)
        ).text
    }
}
