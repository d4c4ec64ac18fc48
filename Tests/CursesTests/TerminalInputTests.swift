import Glibc
import Terminal
import Testing

@testable import Curses

@MainActor
@Suite("The input of the terminal", .timeLimit(.minutes(5)))
final class TerminalInputTests {
    private let terminal: Int32
    private let device: Int32
    private var wantsMore = true
    private var handledCount = 0
    private let events: AsyncStream<[InputEvent]>
    private let continuation: AsyncStream<[InputEvent]>.Continuation

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        (device, terminal) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        (events, continuation) = AsyncStream.makeStream()
    }

    deinit {
        close(terminal)
        close(device)
    }

    private func input(escapeDelay: Duration = .seconds(60)) -> TerminalInput {
        TerminalInput(descriptor: device, escapeDelay: escapeDelay) { [weak self] events, _ in
            if !events.isEmpty { self?.continuation.yield(events) }
            return self?.wantsMore ?? false
        }
    }

    private func send(_ text: String) {
        let count = write(terminal, text, text.utf8.count)
        #expect(count == text.utf8.count)
    }

    /// The events that are handled from now on, as many calls as are wanted.
    private func handled(_ calls: Int) async -> [[InputEvent]] {
        var all: [[InputEvent]] = []
        for await part in events {
            all.append(part)
            if all.count == calls { break }
        }
        return all
    }

    @Test("events that arrived together are handled together")
    func together() async {
        send("ab\u{1B}[A")
        #expect(input().read() == .wouldBlock)
        #expect(await handled(1) == [[.key(Key("a")), .key(Key("b")), .key(Key(.up))]])
    }

    @Test("reading stops where no more is wanted, and goes on with the next call")
    func notWanted() async {
        let input = input()
        wantsMore = false
        send(String(repeating: "x", count: 20_000))
        #expect(input.read() == .wouldBlock)
        #expect(input.read() == .wouldBlock)
        let counts = await handled(2).map(\.count)
        #expect(counts[0] > 0 && counts[1] > 0 && counts[0] + counts[1] == 20_000)
    }

    @Test("a sender that never pauses is interrupted for a frame")
    func limit() {
        let input = TerminalInput(descriptor: device, escapeDelay: .zero) { [self] events, _ in
            handledCount += events.count
            send(String(repeating: "x", count: events.count))
            return handledCount < 10 * TerminalInput.maximumBytes
        }
        send(String(repeating: "x", count: 1000))
        #expect(input.read() == .wouldBlock)
        #expect((TerminalInput.maximumBytes..<TerminalInput.maximumBytes + 1000).contains(handledCount))
    }

    @Test("an escape byte becomes a key when nothing follows")
    func escape() async {
        let input = input(escapeDelay: .milliseconds(1))
        send("\u{1B}")
        _ = input.read()
        #expect(await handled(1) == [[.key(.escape)]])
    }

    @Test("an escape byte whose rest arrives in time is one key with it")
    func rest() async {
        let input = input()
        send("\u{1B}")
        _ = input.read()
        send("[A")
        _ = input.read()
        #expect(await handled(1) == [[.key(Key(.up))]])
    }

    @Test("a paste that is silent is told once, and ends by a lone Esc")
    func silentPaste() async {
        let (told, tell) = AsyncStream<Bool>.makeStream()
        let input = input(escapeDelay: .milliseconds(1))
        input.onSilentPaste = { tell.yield($0) }
        send("\u{1B}[200~abc")
        _ = input.read()
        var news = told.makeAsyncIterator()
        #expect(await news.next() == true)
        send("\u{1B}")
        _ = input.read()
        #expect(await news.next() == false)
        #expect(await handled(1) == [[.paste("abc")]])
        send("G")
        _ = input.read()
        #expect(await handled(1) == [[.key(Key("G"))]])
    }

    @Test("what may be the beginning of an answer waits for it, and Esc is not lost")
    func awaitedAnswer() async {
        let input = input(escapeDelay: .zero)
        var deadline: ContinuousClock.Instant? = .now + .seconds(600)
        input.answerDeadline = { deadline }
        send("\u{1B}")
        _ = input.read()
        send("\u{1B}[?62")
        _ = input.read()
        deadline = nil
        send(";22cj")
        _ = input.read()
        #expect(await handled(2) == [[.key(.escape)], [.key(Key("j"))]])
    }

    @Test("a closed terminal is told from one that is silent")
    func closed() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        close(ends[1])
        let input = TerminalInput(descriptor: ends[0], escapeDelay: .zero) { _, _ in true }
        #expect(input.read() == .endOfFile)
        close(ends[0])
    }
}
