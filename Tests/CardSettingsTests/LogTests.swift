import Cards
import Foundation
import TestSupport
import Testing

@testable import CardSettings

struct LogTests {
    private let folder: TemporaryFolder
    private let clock = CardClock(now: { Timestamp(milliseconds: 0) }, today: { CalendarDay(daysSince1970: 0) })

    init() throws { folder = try TemporaryFolder() }

    private func log(maximumBytes: Int = 1000) -> Log {
        Log(path: folder.path + "/state/log", clock: clock, maximumBytes: maximumBytes)
    }

    @Test("no file is created before the first line; then folder and file are private")
    func lazy() throws {
        let log = log()
        #expect(folder.names == [])
        log.write("first")
        log.write("second")
        #expect(try folder.text(of: "state/log") == "1970-01-01T00:00:00Z first\n1970-01-01T00:00:00Z second\n")
        #expect(try folder.mode(of: "state") == 0o700)
        #expect(try folder.mode(of: "state/log") == 0o600)
    }

    @Test("a message is one line, and its control characters are visible")
    func visible() throws {
        log().write("a\nb\u{1B}[2J\u{202E}é")
        #expect(try folder.text(of: "state/log") == "1970-01-01T00:00:00Z a\\u{A}b\\u{1B}[2J\\u{202E}é\n")
    }

    @Test("a full log replaces the previous one")
    func rotation() throws {
        let log = log(maximumBytes: 50)
        for number in 0..<7 { log.write("line \(number)") }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state").sorted() == ["log", "log.1"])
        #expect(try folder.text(of: "state/log.1").hasSuffix("line 5\n"))
        #expect(try folder.text(of: "state/log").contains("line 6"))
    }

    @Test("an unwritable log is reported and has no other effect")
    func unwritable() throws {
        #expect(!Log(path: "/proc/none/log").write("x"))
        try FileManager.default.createDirectory(atPath: folder.path + "/state", withIntermediateDirectories: true)
        #expect(mkfifo(folder.path + "/state/log", 0o600) == 0)
        #expect(!log().write("x"))
    }

    @Test("output of other programs to the log's descriptor is in the log")
    func descriptor() throws {
        let descriptor = try #require(log().descriptorForAppending())
        defer { close(descriptor) }
        let line = Array("from a library\n".utf8)
        #expect(write(descriptor, line, line.count) == line.count)
        #expect(try folder.text(of: "state/log") == "from a library\n")
    }
}
