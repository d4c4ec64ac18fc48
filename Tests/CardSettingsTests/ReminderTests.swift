import Cards
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CardSettings

@Suite("Sending reminders", .timeLimit(.minutes(2)))
struct ReminderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A program in the folder, which is all of PATH but the system's own.
    private func program(_ name: String, _ script: String) throws {
        _ = try folder.write("#!/bin/sh\n\(script)\n", to: name, mode: 0o700)
    }

    private func environment() -> Environment {
        let path = folder.path
        return { name in
            switch name {
            case "PATH": "\(path):/usr/bin:/bin"
            case "HOME": path
            default: nil
            }
        }
    }

    private func sending(_ timeout: Duration = ReminderSending.timeout) -> ReminderSending {
        ReminderSending(environment: environment(), timeout: timeout)
    }

    @Test("the command gets the bytes on its input and nothing as an argument")
    func command() async throws {
        try await sending().run(
            "cat > '\(folder.path)/got'; echo $# > '\(folder.path)/count'", input: Array("[1]".utf8))
        #expect(try folder.text(of: "got") == "[1]")
        #expect(try folder.text(of: "count") == "0\n")
        await #expect(throws: ReminderError.self) { try await sending().run("exit 3", input: []) }
    }

    @Test("a command that does not end is killed with what it started, and that is said")
    func hanging() async throws {
        let file = folder.path + "/child"
        // On a slow machine the shell may be ended before it has written the file.
        for limit in [Duration.milliseconds(500), .seconds(5), .seconds(30)] where !FileReading.exists(file) {
            do {
                try await sending(limit).run(
                    "sleep 3600 & echo $! > '\(file).new'; mv '\(file).new' '\(file)'; wait", input: [])
                Issue.record("the command has ended")
            } catch {
                #expect((error as? ReminderError)?.userMessage.contains("did not finish within") == true)
            }
        }
        let child = try #require(Int32(try folder.text(of: "child").split(separator: "\n").first ?? ""))
        // Its parent is gone: init reaps it, or nobody does. The signal takes a moment.
        try await eventually("the end of the child") {
            let state = (try? FileReading.bytes(ofFile: "/proc/\(child)/stat", limit: 4096)) ?? []
            return state.isEmpty || String(decoding: state, as: UTF8.self).contains(") Z")
        }
    }

    @Test("a mail goes through sendmail with its headers; the text is no argument")
    func sendmail() async throws {
        try program("sendmail", "echo \"$@\" > '\(folder.path)/arguments'; cat > '\(folder.path)/mail'")
        try await sending().mail("Łódź expires.\n", to: "me@home.example", subject: "Cards that expire")
        #expect(try folder.text(of: "arguments") == "-i me@home.example\n")
        let mail = try folder.text(of: "mail")
        #expect(mail.hasPrefix("To: me@home.example\nSubject: Cards that expire\n"))
        #expect(mail.hasSuffix("\n\nŁódź expires.\n"))
    }

    @Test("what is no single address is refused", arguments: ["", "-x", "a b", "a,b", "a;b", "\"a\"", "a\nb", "é@x"])
    func addresses(text: String) {
        #expect(!ReminderSending.isAddress(text))
        #expect(ReminderSending.isAddress("root"))
        #expect(ReminderSending.isAddress("me+cards@home.example"))
    }

    @Test("the timer is written, enabled and removed; the files quote what systemd would expand")
    func timer() async throws {
        try program("systemctl", "echo \"$@\" >> '\(folder.path)/calls'")
        let timer = ReminderTimer(environment: environment(), timeout: patience, machine: "b")
        let units = folder.path + "/.config/systemd/user/cards-tui-remind"
        let outcome = try await timer.install(["remind", "--store=/a b%/$x.sqlite"], program: "/usr/bin/cards-tui")
        #expect(outcome == .done(units + ".timer"))
        let service = try folder.text(of: ".config/systemd/user/cards-tui-remind.service")
        #expect(service.contains("ExecStart=\"/usr/bin/cards-tui\" \"remind\" \"--store=/a b%%/$$x.sqlite\"\n"))
        #expect(
            service.contains("Environment=\"HOME=\(folder.path)\"\nEnvironment=\"PATH=\(folder.path):/usr/bin:/bin\"\n")
        )
        let text = try folder.text(of: ".config/systemd/user/cards-tui-remind.timer")
        #expect(text.contains("Persistent=true\n") && text.contains("OnCalendar=*-*-* 08:07:00\n"))
        #expect(try await timer.uninstall() == units + ".timer")
        #expect(access(units + ".timer", F_OK) != 0 && access(units + ".service", F_OK) != 0)
        #expect(try await timer.uninstall() == nil)
        let calls = try folder.text(of: "calls").split(separator: "\n").filter { !$0.contains("show-environment") }
        #expect(
            calls == [
                "--user daemon-reload", "--user enable --now cards-tui-remind.timer",
                "--user disable --now cards-tui-remind.timer", "--user daemon-reload",
            ])
    }

    @Test("machines have minutes of their own, each always the same")
    func minutes() {
        let minutes = (0..<40).map { ReminderTimer.minute(of: "machine-\($0)") }
        #expect(minutes.allSatisfy { (0..<60).contains($0) })
        #expect(Set(minutes).count > 20)
    }

    @Test("a timer has the variables of the moment, and no control character breaks its line")
    func moment() async throws {
        let variables = [
            "XDG_CONFIG_HOME": "/set tings/$1", "TZ": "Europe/Warsaw", "LC_TIME": "pl_PL.UTF-8", "PATH": "/usr/bin",
            "https_proxy": "http://me:secret@proxy", "http_proxy": "http://proxy:1",
        ]
        let known: Environment = { [folder] in $0 == "HOME" ? folder.path : variables[$0] }
        let timer = ReminderTimer(environment: known, machine: "")
        guard case .noSystemd(let line) = try await timer.install(["remind"], program: "/bin/cards-tui") else {
            Issue.record("there is a systemd")
            return
        }
        #expect(
            line
                == "41 8 * * * HOME=\(folder.path) XDG_CONFIG_HOME='/set tings/$1' PATH=/usr/bin TZ=Europe/Warsaw LC_TIME=pl_PL.UTF-8 http_proxy=http://proxy:1 /bin/cards-tui remind"
        )
        await #expect(throws: ReminderError.self) {
            try await timer.install(["remind", "--store=/a\nb"], program: "/bin/cards-tui")
        }
        #expect(ReminderTimer.quotedForUnit("a\n\r\"b") == "\"a\\x0a\\x0d\\\"b\"")
    }

    /// How many are inside.
    private final class Inside: Sendable {
        private let count = Mutex(0)

        func change(by number: Int) -> Int {
            count.withLock { count in
                count += number
                return count
            }
        }
    }

    @Test("reminders are told by one program at a time, and who is cancelled waits no more")
    func lock() async throws {
        let store = try folder.write("x", to: "cards.sqlite")
        let link = folder.path + "/link"
        #expect(symlink(store, link) == 0)
        let inside = Inside()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for path in [store, link, store, link] {
                group.addTask {
                    try await ReminderLock(besideStore: path).locked {
                        #expect(inside.change(by: 1) == 1)
                        #expect(inside.change(by: -1) == 0)
                    }
                }
            }
            try await group.waitForAll()
        }
        try await ReminderLock(besideStore: store).locked {
            let waiting = Task { try await ReminderLock(besideStore: store).locked {} }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
        // Where nothing can be written, nothing is waited for.
        #expect(try await ReminderLock(besideStore: "/proc/none").locked { 1 } == 1)
    }

    @Test("the file of the lock has the day of what is done once a day, which is another on the next day")
    func dayOfWork() async throws {
        let lock = ReminderLock(besideStore: try folder.write("x", to: "cards.sqlite"))
        #expect(lock.dayOfWork == nil)
        for day in [20_777, 20_778].map(CalendarDay.init(daysSince1970:)) {
            try await lock.locked {
                lock.noteWork(on: day)
                // Another file would be another lock.
                let waiting = Task { try await lock.locked {} }
                waiting.cancel()
                await #expect(throws: CancellationError.self) { try await waiting.value }
            }
            #expect(lock.dayOfWork == day)
        }
        let away = ReminderLock(besideStore: "/proc/none")
        away.noteWork(on: CalendarDay(daysSince1970: 20_777))
        #expect(away.dayOfWork == nil)
    }

    @Test("an hourly timer runs each hour at the minute of the machine, and its description says so")
    func hourlyTimer() async throws {
        try program("systemctl", "exit 0")
        let timer = ReminderTimer(environment: environment(), timeout: patience, machine: "b")
        _ = try await timer.install(["remind", "--hourly"], isHourly: true, program: "/usr/bin/cards-tui")
        let text = try folder.text(of: ".config/systemd/user/cards-tui-remind.timer")
        #expect(text.contains("OnCalendar=*-*-* *:07:00\n") && text.contains("each hour\n"))
        #expect(text.contains("expire, depart or begin soon"))
    }

    @Test("without systemd for the user the line of crontab is told, and nothing is written")
    func cron() async throws {
        try program("systemctl", "exit 1")
        let outcome = try await ReminderTimer(environment: environment(), machine: "")
            .install(["remind", "--store=/a b%", "it'\u{301}s %\u{301}"], program: "/usr/bin/cards-tui")
        // The home and the programs are not those that cron knows.
        let variables = "HOME=\(folder.path) PATH=\(folder.path):/usr/bin:/bin"
        // A mark above a quote leaves it a quote for the shell.
        let words = "'--store=/a b\\%' 'it'\\''\u{301}s \\%\u{301}'"
        #expect(outcome == .noSystemd("41 8 * * * \(variables) /usr/bin/cards-tui remind \(words)"))
        #expect(access(folder.path + "/.config", F_OK) != 0)
    }
}
