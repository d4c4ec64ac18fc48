internal import CardSettings
internal import CardTransfer
internal import Cards

/// Runs one command and returns its exit code. It opens the store only when a command needs it.
public struct CommandRunner: Sendable {
    /// The store that a command uses.
    public enum StoreChoice: Equatable, Sendable {
        case file(String)
        /// Demo cards in memory.
        case demo
    }

    var output: Output
    let platform: any CommandPlatform
    /// The store that the user named.
    private var namedStore: String?

    public init(output: Output, platform: any CommandPlatform) { (self.output, self.platform) = (output, platform) }

    var clock: CardClock { platform.clock }
    /// How days and amounts are shown on a terminal.
    var localFormat: LocalFormat { platform.format }
    var environment: Environment { platform.environment }

    public func run(_ command: any ShellCommand, _ options: Invocation.Options) async -> ExitCode {
        var runner = self
        runner.namedStore = options.store
        if options.isQuiet { runner.output = output.quiet() }
        let start = ContinuousClock.now
        if options.isVerbose, let places = try? paths(options) { tell(places, isDemo: options.isDemo) }
        let code = await runner.paged(command, options)
        if code != .success { runner.output.writeHeld() }
        if options.isVerbose { output.tell("Time: \(Int(start.duration(to: .now) / .milliseconds(1))) ms") }
        return code
    }

    private func tell(_ places: Paths, isDemo: Bool) {
        output.tell("Settings: \(places.config)")
        output.tell("Store: \(isDemo ? "sample cards" : places.store)")
        output.tell("Log: \(places.log)")
    }

    /// Runs a command; what may be long is shown with the user's pager, if it is to a terminal.
    private func paged(_ command: any ShellCommand, _ options: Invocation.Options) async -> ExitCode {
        guard command.mayBeLong, output.out.isTerminal else { return await finish(command, options) }
        var runner = self
        let text = CollectedText(for: output.out)
        runner.output = output.collecting(in: text)
        let code = await runner.finish(command, options)
        let bytes = text.take()
        if await !platform.page(bytes) { try? output.out.write(bytes) }
        return code
    }

    /// A command that a message names, with the store of this one.
    func again(_ words: String) -> String {
        let store = namedStore.map { "--store \(DroppedPath.text(of: [$0])) " } ?? ""
        return oneLine("\(CommandLineTable.program) \(store)\(words)")
    }

    private func finish(_ command: any ShellCommand, _ options: Invocation.Options) async -> ExitCode {
        do {
            return try await command.run(with: self, options)
        } catch let error as CommandFailure {
            output.warn("\(CommandLineTable.program): \(error.text)")
            return error.code
        } catch is OutputClosed {
            return .outputClosed
        } catch is CancellationError {
            return .interrupted
        } catch {
            // A problem that was reported when the store was opened is not repeated by the change that it made fail.
            let isSaid = (error as? StoreError).map { Self.warning($0) != nil } ?? false
            if !isSaid { output.warn("\(CommandLineTable.program): \(error.message)") }
            return error is StoreError ? .store : error is TransportError ? .network : .refused
        }
    }

    /// ISO in a pipe, for other programs.
    var format: LocalFormat { output.out.isTerminal ? localFormat : .iso }

    /// Reports why nothing was done; by default a usage error.
    public func fail(_ message: String, _ code: ExitCode = .usage) -> ExitCode {
        output.warn(message)
        return code
    }

    // MARK: - Shared by commands

    /// The settings. What is wrong with a line is noted on standard error, and disables that setting only; a file that was named
    /// and cannot be read ends the command.
    /// - Parameter notesProblems: false where ``store(_:)`` notes them.
    func config(_ options: Invocation.Options, notesProblems: Bool = false) throws -> Config {
        let path = try paths(options).config
        let (config, problems) = Config.read(
            path, isNamed: options.config != nil, environment: environment,
            validateBackend: platform.problem(withBackend:))
        if options.config != nil, let problem = problems.first(where: { $0.line == nil }) {
            throw CommandFailure(problem.userMessage, .usage)
        }
        if notesProblems { for problem in problems { output.warn(problem.userMessage) } }
        return config
    }

    /// - Parameter isDryRun: whether nothing that is changed in it is kept.
    func store(_ options: Invocation.Options, isDryRun: Bool = false) async throws -> any CardStore {
        let config = try config(options, notesProblems: true)
        let store = try await platform.openStore(options.isDemo ? .demo : .file(paths(options).store))
        await store.rehearse(isDryRun)
        if options.isDemo { return store }
        if let backend = (options.backend ?? config.backend.url).flatMap({ platform.backend($0) }) {
            await store.note(backend)
        }
        if let text = store.readOnlyReason.flatMap(Self.warning) { output.warn(text) }
        return store
    }

    /// The warning of a command about the opened store: the data may be older than the last save, and the next change will fail.
    /// Nil for reasons that do not affect reading.
    private static func warning(_ reason: StoreError) -> String? {
        switch reason {
        case .openedOnFullDisk, .readOnlyWithoutLatest: reason.userMessage
        default: nil
        }
    }

    func paths(_ options: Invocation.Options) throws -> Paths {
        try Paths(environment: environment, store: options.store, config: options.config)
    }
}

/// Ends a command with this message for standard error.
struct CommandFailure: Error {
    let text: String
    let code: ExitCode

    init(_ text: String, _ code: ExitCode = .refused) { (self.text, self.code) = (text, code) }
}

extension CommandRunner {
    /// Cards are read in pages, so that no listing holds all of them.
    static let pageSize = 500

    /// More cards are counted and not listed.
    private static let maximumCandidates = 20

    /// The only card that the text refers to: by its identifier, by its name, or by words that find no other. No match and several
    /// matches are errors, the latter with the identifiers.
    func card(named text: String, in store: any CardStore) async throws -> Card {
        let cards = try await store.cards(named: text)
        if cards.count == 1 { return cards[0] }
        if !cards.isEmpty {
            throw several(
                cards.map { CardSummary($0) }, of: cards.count, "\"\(text)\" is the name of \(cards.count) cards")
        }
        if let card = try await card(foundBy: text, in: store) { return card }
        if try await reportDamage(in: store) == .store {
            throw CommandFailure("no readable card matches \"\(text)\"", .store)
        }
        let query = CardQuery(filter: CardFilter(text, localFormat.days))
        let hint = try await similarNames(to: query, in: store).first.map { "Did you mean \"\(oneLine($0))\"?" }
        throw CommandFailure("there is no card \"\(text)\". \(hint ?? "See: \(again("list"))")")
    }

    /// The only card that the words find; nil if they find none.
    private func card(foundBy text: String, in store: any CardStore) async throws -> Card? {
        let filter = CardFilter(text, localFormat.days)
        guard !filter.isEmpty, filter.invalidTerms.isEmpty else { return nil }
        let found = try await store.findOnce(CardQuery(filter: filter))
        if found.count > 1 {
            let rows = try await found.rows(in: 0..<min(found.count, Self.maximumCandidates)).compactMap { $0 }
            throw several(rows, of: found.count, "\"\(text)\" finds \(found.count) cards")
        }
        guard let identifier = try await found.identifiers(in: 0..<found.count).first else { return nil }
        return try await store.card(identifier)
    }

    /// The error of a text that means several cards: the first of them, with the identifiers to use.
    func several(_ cards: [CardSummary], of count: Int, _ message: String) -> CommandFailure {
        let shown = cards.prefix(Self.maximumCandidates)
        let lines = shown.map { "  \($0.id.text)  \(oneLine($0.name))  \(oneLine($0.number))" }
        let rest = count > shown.count ? ["  and \(count - shown.count) more"] : []
        return CommandFailure((["\(message). Use the identifier:"] + lines + rest).joined(separator: "\n"))
    }

    /// The cards that a command changes, each once. Throws if a text does not find exactly one, or nothing is found at all.
    func cards(_ targets: CardTargets, in store: any CardStore) async throws -> [Card] {
        var cards: [Card] = []
        var known: Set<CardID> = []
        func add(_ card: Card) { if known.insert(card.identifier).inserted { cards.append(card) } }
        for text in targets.texts { add(try await card(named: text, in: store)) }
        if let filter = targets.filter {
            let found = try await store.findOnce(CardQuery(filter: filter))
            var batches = StoredCards(.found(found), of: store)
            while let batch = try await batches.nextBatch() { for card in batch { add(card) } }
        }
        if cards.isEmpty { throw CommandFailure("no card was found") }
        return cards
    }

    /// Names like those that a query finds none of; a few, the most similar first.
    func similarNames(to query: CardQuery, in store: any CardStore) async throws -> [String] {
        guard let found = try await store.findSimilar(query) else { return [] }
        return try await found.rows(in: 0..<min(found.count, 3)).compactMap { $0?.name }
    }

    /// Calls `body` for each selected card once; all come in list order.
    func forEachCard(
        _ selection: CardSelection = .all, in store: any CardStore, _ body: (Card) async throws -> Void
    ) async throws {
        var cards = StoredCards(selection, of: store)
        while let batch = try await cards.nextBatch() {
            for card in batch { try await body(card) }
        }
    }

    /// The text without newlines and tabs, which would break a line or a column.
    func oneLine(_ text: String) -> String {
        guard text.contains(where: { $0.isNewline || $0 == "\t" }) else { return text }
        return String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
}

/// What the commands' ways to read and to print have in common.
extension CommandRunner {
    /// Rows of columns: aligned on a terminal, otherwise with tabs.
    /// - Parameter areCut: whether they are cut to the width of the terminal; false where a value that is cut would be of no use.
    func write(rows: [[String]], areCut: Bool = true) throws {
        let rows = rows.map { $0.map(cell) }
        guard let width = output.out.columns?() else {
            return try output.write(rows.map { $0.joined(separator: "\t") + "\n" }.joined())
        }
        var cells = cells
        if !areCut { cells.longest = .max }
        var table = AlignedTable(columns: rows.map(\.count).max() ?? 0, cells)
        for row in rows { table.add(row) }
        let widths = table.widths(in: areCut ? width : .max)
        try output.write(rows.map { table.line($0, widths) + "\n" }.joined())
    }

    /// One JSON object in one line.
    func write(object members: [(key: String, value: JSON)]) throws { try output.write(json: Self.line(members)) }

    /// An object in one line.
    static func line(_ members: [(key: String, value: JSON)]) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(members)
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// The bytes of a file, or of standard input for `-`.
    func bytes(ofInput path: String, limit: Int) throws -> [UInt8] {
        let input = try FileChunks(ofInput: path, limit: limit)
        var bytes: [UInt8] = []
        while true {
            let chunk = try input.next()
            if chunk.isEmpty { return bytes }
            bytes += chunk
        }
    }

    /// Writes a file that replaces another one of that name, or to standard output for `-`.
    func write(_ bytes: [UInt8], to path: String, _ options: Invocation.Options) throws {
        guard path != "-" else {
            if output.out.isTerminal { throw CommandFailure("a picture cannot be written to a terminal", .usage) }
            return try output.out.write(bytes)
        }
        try OwnFiles(try paths(options)).check(path)
        try AtomicFile.write(bytes, to: path)
    }
}

extension JSON {
    static func integer(_ value: Int) -> JSON { .number(String(value)) }
}
