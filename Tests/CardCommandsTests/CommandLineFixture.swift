import CardSettings
import Cards
import Synchronization
import TestSupport
import Testing

@testable import CardCommands

/// Runs command lines with a store in memory and captures their output.
struct CommandLineFixture {
    struct Result {
        var code: Int32
        var out: String
        var err: String
        /// The descriptions of the opened stores.
        var opened = ""
    }

    let folder: TemporaryFolder
    var store: CommandStore
    let loader = FakeLoader()
    /// The barcodes in a file, by its content. A file of "no picture" cannot be read.
    var codes: [String: [FoundBarcode]] = [:]
    var isTerminal = false
    /// Shares the cards of the store with other devices.
    var sharing: (any VaultControl)?
    var timer: any Clock<Duration> = ContinuousClock()
    var fetching: any FileFetching = NoFetching()
    var passes: any PassFetching = NoPasses()
    /// Of the environment, besides HOME.
    var variables: [String: String] = [:]
    /// What is typed where a password is asked for; nil is no terminal.
    var passwords: [String]?
    /// What is answered where a question is asked; nil is no terminal.
    var consent: Bool?
    /// Happens between that question and its answer.
    var whenAsked: @Sendable () -> Void = {}
    private let counter = Counter()
    /// 20 November 2026.
    static let clock = CardClock(
        now: { Timestamp(milliseconds: 1_795_132_800_000) }, today: { CalendarDay(daysSince1970: 20_777) })

    init(_ cards: [Card] = [], photos: [[UInt8]] = [], failure: StoreError? = nil, isTerminal: Bool = false)
        async throws
    {
        folder = try TemporaryFolder()
        store = try await CommandStore(cards, photos: photos, failure: failure)
        self.isTerminal = isTerminal
    }

    /// Replaces the validation of CardNetwork.
    static let refusal: BackendCheck = { $0.hasPrefix("http") ? nil : "This is no address." }

    /// Those of a terminal; nil for a pipe.
    static func columns(_ isTerminal: Bool) -> (@Sendable () -> Int)? {
        guard isTerminal else { return nil }
        return { 80 }
    }

    func run(_ arguments: String..., out: TextSink? = nil) async -> Result { await run(arguments, out: out) }

    func run(_ arguments: [String], out: TextSink? = nil, opening: (any Error)? = nil) async -> Result {
        let (printed, complained, opened) = (Collected(), Collected(), Collected())
        let columns = Self.columns(isTerminal)
        let output = Output(
            out: out ?? TextSink(columns: columns) { printed.add($0) },
            err: TextSink(columns: columns) { complained.add($0) },
            hasJSONMessages: CommandLineInterface.asksForJSON(arguments),
            safeText: {
                String(
                    $0.map { $0.isASCII && $0 >= " " && $0 != "\u{7F}" || $0.isLetter || "…“”".contains($0) ? $0 : "?" }
                )
            })
        let platform = FakePlatform(
            timer: timer, environment: { [home = folder.path, variables] in variables[$0] ?? ["HOME": home][$0] },
            counter: counter, codes: codes, sharing: sharing, fetching: fetching, passes: passes, loader: loader,
            store: store, opening: opening, opened: opened, asked: complained, passwords: passwords, consent: consent,
            whenAsked: whenAsked)
        let runner = CommandRunner(output: output, platform: platform)
        let code: ExitCode =
            switch CommandLineInterface.parse(arguments, validateBackend: Self.refusal, input: { .iso }) {
            case .command(let command, let options): await runner.run(command, options)
            case .failure(let message): runner.fail(message)
            case .screen: .network
            }
        return Result(code: code.rawValue, out: printed.text, err: complained.text, opened: opened.text)
    }
}

/// The output so far.
final class Collected: Sendable {
    private let content = Mutex<[UInt8]>([])
    func add(_ more: [UInt8]) { content.withLock { $0 += more } }
    var bytes: [UInt8] { content.withLock { $0 } }
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

final class Counter: Sendable {
    private let value = Mutex(0)
    func next() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}

extension Card {
    static func make(_ identifier: String, _ name: String, _ change: (inout Card) -> Void = { _ in }) throws -> Card {
        var card = Card(identifier: try #require(CardID(identifier)), name: name)
        change(&card)
        return card
    }
}

extension Invocation: Equatable {
    static func == (left: Invocation, right: Invocation) -> Bool {
        switch (left, right) {
        case (.screen(let options, let text, let message), .screen(let others, let otherText, let otherMessage)):
            options == others && text == otherText && message == otherMessage
        case (.command(let command, let options), .command(let other, let others)):
            isSame(command, other) && options == others
        case (.failure(let message), .failure(let other)): message == other
        default: false
        }
    }
}

private func isSame<Command: ShellCommand>(_ command: Command, _ other: any ShellCommand) -> Bool {
    (other as? Command) == command
}
