public import Basics
internal import Cards
internal import ChildProcesses
internal import Glibc

/// The timer of systemd, daily or hourly, that runs `remind`, in the user's own units. Where no systemd runs for the user it changes nothing.
public struct ReminderTimer: Sendable {
    public enum Outcome: Equatable, Sendable {
        /// The timer's file.
        case done(String)
        /// There is no systemd for the user; the line for the user's crontab.
        case noSystemd(String)
    }

    private static let name = "cards-tui-remind"

    /// The daily timer runs after it, and an hourly one leaves until then what is for the day.
    public static let morning = "08:00"

    private let environment: Environment
    private let timeout: Duration
    /// After 8 o'clock.
    private let minute: Int

    /// - Parameter machine: the name of this machine, which gives the minute: of several that share cards the first tells, and the others
    ///   know of it.
    public init(
        environment: @escaping Environment = Paths.processEnvironment, timeout: Duration = .seconds(30),
        machine: String = ThisMachine.name
    ) {
        self.environment = environment
        self.timeout = timeout
        minute = Self.minute(of: machine)
    }

    /// The same in every process.
    static func minute(of machine: String) -> Int {
        Int(machine.utf8.reduce(5381 as UInt32) { ($0 &* 33) ^ UInt32($1) } % 60)
    }

    /// Writes the service and its timer, and enables that. Both have the variables of this moment that the program depends on.
    /// - Parameters:
    ///   - arguments: of the program, `remind` among them.
    ///   - isHourly: whether it runs each hour, and not each morning.
    public func install(_ arguments: [String], isHourly: Bool = false, program: String? = nil) async throws -> Outcome {
        let words = [program ?? startedPath()] + arguments
        let variables = variables()
        guard await hasManager() else { return .noSystemd(try crontabLine(words, variables, isHourly: isHourly)) }
        let folder = try folder()
        try Folder.make(folder)
        let command =
            ([Self.quotedForUnit(words[0], expandsVariables: false)] + words.dropFirst().map { Self.quotedForUnit($0) })
            .joined(separator: " ")
        let settings = variables.map {
            "Environment=" + Self.quotedForUnit("\($0.name)=\($0.value)", expandsVariables: false) + "\n"
        }.joined()
        try AtomicFile.write(
            Array(
                """
                [Unit]
                Description=Reminders of cards that expire, depart or begin soon

                [Service]
                Type=oneshot
                \(settings)ExecStart=\(command)

                """.utf8), to: path("service", in: folder))
        try AtomicFile.write(
            Array(
                """
                [Unit]
                Description=Reminders of cards that expire, depart or begin soon, checked \(isHourly ? "each hour" : "each morning")

                [Timer]
                OnCalendar=*-*-* \(isHourly ? "*" : "08"):\(minute < 10 ? "0" : "")\(minute):00
                Persistent=true

                [Install]
                WantedBy=timers.target

                """.utf8), to: path("timer", in: folder))
        try await manager("daemon-reload")
        try await manager("enable", "--now", Self.name + ".timer")
        return .done(path("timer", in: folder))
    }

    /// Disables the timer and removes its files. Nil where there is none.
    public func uninstall() async throws -> String? {
        let folder = try folder()
        let files = ["timer", "service"].map { path($0, in: folder) }
        guard files.contains(where: FileReading.exists) else { return nil }
        let isRunning = await hasManager()
        if isRunning { try await manager("disable", "--now", Self.name + ".timer") }
        for file in files where unlink(PathText.cString(file)) != 0 && errno != ENOENT {
            throw FileError(path: file, action: .write, errno: errno)
        }
        if isRunning { try await manager("daemon-reload") }
        return files.first
    }

    // MARK: - What the moment has

    private static let variables = [
        "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "PATH", "TZ", "LANG", "LC_ALL",
        "LC_CTYPE",
        "LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC", "LC_TIME", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
        "ALL_PROXY", "no_proxy", "NO_PROXY", "PGSSLROOTCERT", "SSL_CERT_FILE", "SSL_CERT_DIR",
    ]

    /// The variables that say where files and programs are, which day it is, how days are written, and how servers are reached.
    private func variables() -> [(name: String, value: String)] {
        var known: [(name: String, value: String)] = []
        // Whoever starts it knows the home of the user, but not one that this shell was given.
        if let home = environment("HOME"), home != Paths.homeOfPasswordFile() { known.append(("HOME", home)) }
        for name in Self.variables {
            guard let value = environment(name), !value.isEmpty else { continue }
            // A password stays out of files that others may read.
            if name.lowercased().hasSuffix("_proxy"), value.contains("@") { continue }
            known.append((name, value))
        }
        return known
    }

    /// The path by which the program was started: a link stays the same when a new version is installed, what it leads to does not.
    private func startedPath() -> String {
        let own = PathText.resolved("/proc/self/exe")
        let word = PathText.arguments.first ?? ""
        let candidates: [String] =
            word.contains("/")
            ? [Self.absolute(word)]
            : (environment("PATH") ?? "").split(separator: ":", omittingEmptySubsequences: false)
                .map { Self.absolute(($0.isEmpty ? "." : $0) + "/" + word) }
        return candidates.first { own != nil && PathText.resolved($0) == own } ?? own ?? "cards-tui"
    }

    /// A path that is the same in any folder.
    public static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : ThisMachine.workingFolder + "/" + path
    }

    // MARK: - systemd

    private func folder() throws -> String {
        if let base = environment("XDG_CONFIG_HOME"), base.hasPrefix("/") { return base + "/systemd/user" }
        return try Paths.home(environment) + "/.config/systemd/user"
    }

    private func path(_ kind: String, in folder: String) -> String { "\(folder)/\(Self.name).\(kind)" }

    private func hasManager() async -> Bool {
        do {
            try await manager("show-environment")
            return true
        } catch {
            return false
        }
    }

    private func manager(_ arguments: String...) async throws {
        let searchPath = SearchPath(environment("PATH"))
        guard let path = searchPath.path(of: "systemctl") else {
            throw ReminderError(userMessage: "systemctl is not installed.")
        }
        let program = InputProgram(timeout: timeout) {
            ChildCommand(program: path, arguments: ["--user"] + arguments, searchPath: searchPath, files: $0)
        }
        do {
            try await program.run()
        } catch let failure as InputProgram.Failure {
            let line = (["systemctl", "--user"] + arguments).joined(separator: " ")
            throw ReminderError(userMessage: "\(line) \(failure.reason).")
        }
    }

    // MARK: - Quoting

    /// systemd expands `%` also in quotes, and `$` in arguments.
    static func quotedForUnit(_ word: String, expandsVariables: Bool = true) -> String {
        let text = word.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\", "\"": text += "\\\(scalar)"
            case "%": text += "%%"
            case "$" where expandsVariables: text += "$$"
            default:
                let isControl = scalar.value < 0x20 || scalar.value == 0x7F
                if let byte = isControl ? UInt8(truncatingIfNeeded: scalar.value) : PathText.byte(of: scalar) {
                    text += "\\x" + Hexadecimal.text(of: byte)
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        return "\"\(text)\""
    }

    /// cron takes no longer line.
    private static let longestLine = 998

    /// Throws ``ReminderError`` for what no line of cron can hold.
    private func crontabLine(
        _ words: [String], _ variables: [(name: String, value: String)], isHourly: Bool
    ) throws -> String {
        for text in variables.map(\.value) + words {
            let isControl = text.unicodeScalars.contains { $0.value < 0x20 }
            guard isControl || text.unicodeScalars.contains(where: { PathText.byte(of: $0) != nil }) else { continue }
            let part = isControl ? "a line break or another control character" : "a name that is not UTF-8"
            throw ReminderError(userMessage: "A crontab line cannot contain \(part): \(VisibleText.of(text)).")
        }
        func line(_ variables: [(name: String, value: String)]) -> String {
            let settings = variables.map { "\($0.name)=\(Self.quotedForCrontab($0.value))" }
            return (["\(minute) \(isHourly ? "*" : "8") * * *"] + settings + words.map(Self.quotedForCrontab)).joined(
                separator: " ")
        }
        let line = [variables, variables.filter { $0.name != "PATH" }].map(line)
            .first { $0.utf8.count <= Self.longestLine }
        guard let line else {
            throw ReminderError(userMessage: "The crontab line would be longer than \(Self.longestLine) characters.")
        }
        return line
    }

    /// cron takes `%` for the end of the line, also in quotes of the shell.
    static func quotedForCrontab(_ word: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@+=-".utf8)
        if !word.isEmpty, word.utf8.allSatisfy(plain.contains) { return word }
        return "'" + word.replacing(bytesOf: "'", with: "'\\''").replacing(bytesOf: "%", with: "\\%") + "'"
    }
}
