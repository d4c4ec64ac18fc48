public import Cards
internal import ChildProcesses

/// Where reminders go: to a command of the user, or by mail. What they say is passed on standard input, never in an argument.
public struct ReminderSending: Sendable {
    /// A command or mail program that takes longer is ended.
    public static let timeout = Duration.seconds(30)

    private let environment: Environment
    private let timeout: Duration

    public init(
        environment: @escaping Environment = Paths.processEnvironment, timeout: Duration = ReminderSending.timeout
    ) {
        self.environment = environment
        self.timeout = timeout
    }

    /// Runs the user's command with these bytes on its standard input.
    public func run(_ line: String, input: [UInt8]) async throws {
        let searchPath = SearchPath(environment("PATH"))
        let program = InputProgram(timeout: timeout) { ChildCommand(shell: line, searchPath: searchPath, files: $0) }
        try await run(program, input) { "The reminder command \($0)." }
    }

    /// Whether mail can be sent to it: one address, which no mail program takes for an option or for several.
    public static func isAddress(_ text: String) -> Bool {
        guard let first = text.first, first != "-", text.utf8.count <= 254 else { return false }
        return text.utf8.allSatisfy { (0x21..<0x7F).contains($0) && !",;<>()\"|\\".utf8.contains($0) }
    }

    /// Sends a mail by `sendmail`, or by `mail` where there is none. The subject is an argument of `mail`, and says nothing of a card.
    public func mail(_ text: String, to address: String, subject: String) async throws {
        // Users' PATH seldom has the folders of sendmail.
        let searchPath = SearchPath((environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin") + ":/usr/sbin:/usr/lib")
        let program: InputProgram
        var input = text
        if let path = searchPath.path(of: "sendmail") {
            program = InputProgram(timeout: timeout) {
                ChildCommand(program: path, arguments: ["-i", address], searchPath: searchPath, files: $0)
            }
            let headers = [
                "To: \(address)", "Subject: \(subject)", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
                "Content-Transfer-Encoding: 8bit", "Auto-Submitted: auto-generated",
            ]
            input = headers.joined(separator: "\n") + "\n\n" + text
        } else if let path = searchPath.path(of: "mail") {
            program = InputProgram(timeout: timeout) {
                ChildCommand(program: path, arguments: ["-s", subject, address], searchPath: searchPath, files: $0)
            }
        } else {
            throw ReminderError(userMessage: "No mail program was found: neither sendmail nor mail is installed.")
        }
        try await run(program, Array(input.utf8)) { "The mail program \($0)." }
    }

    private func run(_ program: InputProgram, _ input: [UInt8], _ sentence: (String) -> String) async throws {
        do {
            try await program.run(input)
        } catch let failure as InputProgram.Failure {
            throw ReminderError(userMessage: sentence(failure.reason) + " The reminders count as not sent.")
        }
    }
}

/// Why reminders were not sent, or their timer was not changed.
public struct ReminderError: UserFacingError, Equatable {
    public let userMessage: String
}
