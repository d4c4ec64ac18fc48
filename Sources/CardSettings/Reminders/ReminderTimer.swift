public import Basics
internal import ChildProcesses
internal import Glibc

/// The daily timer of systemd that runs `remind`, in the user's own units. Where no systemd runs for the user it changes nothing.
public struct ReminderTimer: Sendable {
    public enum Outcome: Hashable, Sendable {
        /// The timer's file.
        case done(String)
        /// There is no systemd for the user; the line for the user's crontab.
        case noSystemd(String)
    }

    private static let name = "cards-tui-remind"

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
        (self.environment, self.timeout) = (environment, timeout)
        minute = Self.minute(of: machine)
    }

    /// The same in every process.
    static func minute(of machine: String) -> Int {
        Int(machine.utf8.reduce(5381 as UInt32) { ($0 &* 33) ^ UInt32($1) } % 60)
    }

    /// Writes the service and its timer, and enables that.
    /// - Parameter arguments: of the program, `remind` among them.
    public func install(_ arguments: [String], program: String = ReminderTimer.ownPath) async throws -> Outcome {
        let words = [program] + arguments
        guard await hasManager() else {
            return .noSystemd("\(minute) 8 * * * " + words.map(Self.quotedForCrontab).joined(separator: " "))
        }
        let folder = try folder()
        try Folder.make(folder)
        let command = words.map(Self.quotedForUnit).joined(separator: " ")
        try AtomicFile.write(
            Array(
                """
                [Unit]
                Description=Reminders of cards that expire

                [Service]
                Type=oneshot
                ExecStart=\(command)

                """.utf8), to: path("service", in: folder))
        try AtomicFile.write(
            Array(
                """
                [Unit]
                Description=Reminders of cards that expire, once a day

                [Timer]
                OnCalendar=*-*-* 08:\(minute < 10 ? "0" : "")\(minute):00
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
        guard files.contains(where: { access($0, F_OK) == 0 }) else { return nil }
        let isRunning = await hasManager()
        if isRunning { try await manager("disable", "--now", Self.name + ".timer") }
        for file in files where unlink(file) != 0 && errno != ENOENT {
            throw FileError(path: file, action: .write, errno: errno)
        }
        if isRunning { try await manager("daemon-reload") }
        return files.first
    }

    /// The path of the running program, for units and tables that other programs read.
    public static var ownPath: String {
        let size = 4096
        var buffer = [CChar](repeating: 0, count: size)
        let count = readlink("/proc/self/exe", &buffer, size)
        guard count > 0 else { return "cards-tui" }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A path that is the same in any folder.
    public static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        guard let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
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

    /// systemd expands `%` and `$` also in quotes.
    static func quotedForUnit(_ word: String) -> String {
        let text = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
            .replacing("$", with: "$$").replacing("\n", with: "\\n")
        return "\"\(text)\""
    }

    /// cron takes `%` for the end of the line, also in quotes of the shell.
    static func quotedForCrontab(_ word: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@+=-".utf8)
        if !word.isEmpty, word.utf8.allSatisfy(plain.contains) { return word }
        return "'" + word.replacing("'", with: "'\\''").replacing("%", with: "\\%") + "'"
    }
}
