import CardCodes
import CardCommands
import CardNetwork
import CardPhotos
import CardScreens
import CardSettings
import CardSharing
import CardStorage
import Cards
import Curses
import Glibc
import Synchronization
import Terminal

/// Puts the modules together: the only code that depends on all of them.
enum Composition {
    static let version = "0.1.0"

    /// Runs the commands that need no screen.
    static var commandRunner: CommandRunner {
        CommandRunner(
            output: Output(
                out: .standardOutput(columns: { CursesTerminal.size.columns }),
                hasJSONMessages: CommandLineInterface.asksForJSON(arguments),
                safeText: { SafeText($0).string }, width: { SafeText($0).width },
                isolate: { WritingDirection.isolated($0) }), platform: ProgramPlatform())
    }

    /// The store of the running command.
    static let openedStore = Mutex<SQLiteCardStore?>(nil)

    /// Runs a command, and then removes what older versions left of deleted cards, unless another program has the store open.
    static func run(_ command: any ShellCommand, _ options: Invocation.Options) async -> ExitCode {
        if let name = options.theme, let paths = try? Paths(store: options.store, config: options.config),
            let problem = ThemeCatalog(folder: paths.themes, report: { _ in }).problem(withName: name)
        {
            return commandRunner.fail(problem, .usage)
        }
        let code = await commandRunner.run(command, options)
        await removeLeftovers()
        return code
    }

    /// Closes the store of the command, too: nothing else refers to it.
    private static func removeLeftovers() async {
        let store = openedStore.withLock { store in
            defer { store = nil }
            return store
        }
        if let store { _ = try? await store.removeLeftovers() }
    }

    /// For the start, while there is only one thread.
    static func keepTemporaryFiles(_ options: Invocation.Options) {
        guard !options.isDemo, let paths = try? Paths(store: options.store, config: options.config) else { return }
        SQLiteCardStore.putTemporaryFiles(besideStore: paths.store)
    }

    /// Longer than on the screen: nobody waits for a command, and many commands may write at once.
    static let commandBusyTimeout = Duration.seconds(30)

    /// The loader between a store and the backend; nil if no backend is set. Throws if its address is invalid.
    static func loader(_ store: SQLiteCardStore, _ backend: Config.Backend, _ log: Log) throws -> NetworkLoader? {
        guard let address = backend.address else { return nil }
        let source = withheldCredentials(backend) == nil ? backend.credentials : nil
        return NetworkLoader(
            store: store, backend: try BackendURL(address), kind: backend.kind,
            credentials: {
                guard let source else { return nil }
                return Credentials(try await CredentialsReader(log: log).read(source).text)
            }, certificateFile: backend.certificateFile, allowsPlainHTTP: backend.allowsPlainHTTP)
    }

    /// Credentials are sent only to the origin for which they were set. Returns a message if the backend has another
    /// one; nil otherwise.
    static func withheldCredentials(_ backend: Config.Backend) -> String? {
        guard backend.credentials != nil, let other = backend.otherURL.flatMap({ try? BackendURL($0) }) else {
            return nil
        }
        guard let own = backend.url.flatMap({ try? BackendURL($0) }) else {
            return
                "the settings have credentials but no backend; they are not sent to \(other.text). "
                + "Set backend.url."
        }
        if own.hasSameOrigin(as: other) { return nil }
        return "the credentials of the settings are for \(own.text), and are not sent to \(other.text)."
    }

    /// An in-memory store with sample cards.
    static func demoStore() throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        try store.runSynchronously {
            try $0.apply(DemoCards.changes(today: CardClock.system.today()))
            try $0.forgetSteps()
        }
        return store
    }

    /// Why a text is not a valid address of a backend; nil if it is.
    static func problem(withBackend text: String) -> String? {
        do {
            _ = try BackendURL(text)
            return nil
        } catch {
            return error.userMessage
        }
    }

    @MainActor
    static func startScreen(_ options: Invocation.Options, finding text: String?) -> CursesTerminal {
        ScreenComposition(options).start(finding: text)
    }

    /// Whether a screen can be shown.
    nonisolated static var hasTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }
}

extension Composition {
    /// Shares the cards of a store with other devices. Nothing is opened before the first call.
    static func sharing(_ store: SQLiteCardStore, _ settings: Config.Sharing, _ log: Log) -> VaultService {
        VaultService(
            store,
            addDesk: { role, password, vault, address in
                let setup = PostgreSQLSetup(
                    try PostgreSQLAddress(address.text, certificateFile: settings.certificateFile),
                    password: try await databasePassword(settings, log))
                defer { setup.close() }
                // Tables from an older version may lack something.
                try await setup.prepare()
                try await setup.addDesk(role, password: password, to: vault)
            }
        ) { address in
            let transport = try await transport(to: address, settings, log)
            let wasSealed = { @Sendable in (try? await store.vault())?.isSealed ?? false }
            guard let source = settings.key else {
                return SealedTransport(transport, passphrase: nil, wasSealed: wasSealed)
            }
            guard let key = Passphrase(try await CredentialsReader(log: log, for: "sync.key").read(source).text) else {
                throw EmptyKey()
            }
            return SealedTransport(transport, passphrase: key, wasSealed: wasSealed)
        }
    }

    private struct EmptyKey: UserFacingError {
        var userMessage: String {
            "The passphrase of sync.key_file or sync.key_command is empty. Nothing was sent or read."
        }
    }

    private static func transport(
        to address: RemoteAddress, _ settings: Config.Sharing, _ log: Log
    ) async throws -> any ChangeTransport {
        switch address.kind {
        case .folder: return TreeTransport.folder(address.text)
        case .webdav:
            return TreeTransport.webDAV(
                WebDAVConnection(
                    try BackendURL(address.text), certificateFile: settings.certificateFile,
                    allowsPlainHTTP: settings.allowsPlainHTTP,
                    credentials: {
                        guard let source = settings.credentials else { return nil }
                        return Credentials(
                            try await CredentialsReader(log: log, for: "sync.credentials").read(source).text)
                    }))
        case .postgresql:
            return PostgreSQLTransport(
                try PostgreSQLAddress(address.text, certificateFile: settings.certificateFile),
                password: try await databasePassword(settings, log))
        }
    }

    /// Nil to take it from `~/.pgpass` or a service file.
    private static func databasePassword(_ settings: Config.Sharing, _ log: Log) async throws -> String? {
        guard let source = settings.credentials else { return nil }
        let text = try await CredentialsReader(log: log, for: "sync.credentials").read(source).text
        return text.split(separator: ":", maxSplits: 1).last.map(String.init)
    }
}
