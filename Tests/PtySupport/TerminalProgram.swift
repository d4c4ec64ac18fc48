internal import Dispatch
internal import Glibc
public import Terminal
internal import TestSupport

/// A program of this package in a pseudo-terminal with a virtual screen: a test presses keys and waits for screen contents.
///
///     let program = try TerminalProgram("cards-tui", arguments: ["--demo"])
///     try await program.wait(for: "swifting.io")
///     await program.press(.enter)
///
/// It never sleeps: it waits for the terminal or for the program's end, and throws after `patience`, with the screen.
public actor TerminalProgram {
    /// A wait failed; with the screen at that time.
    public struct TimedOut: Error, CustomStringConvertible {
        public let description: String
    }

    /// The environment of every program: all variables that affect a screen are pinned.
    public static let pinned = [
        "TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC", "HOME": "/nonexistent", "PATH": "/usr/bin:/bin",
    ]

    private let terminal: PseudoTerminal
    private let display: VirtualTerminal
    /// Waiting blocks a thread of this queue, not one of the few threads of the tests.
    private let queue = DispatchQueue(label: "terminal program")
    private let ground: (any Sendable)?
    /// Between the person and the program; nil for none.
    private var link: SlowLink?
    /// What is on its way, the first first.
    private var travelling: [(due: ContinuousClock.Instant, bytes: [UInt8])] = []
    /// The program's output since ``forgetOutput()``.
    public private(set) var output: [UInt8] = []

    /// - Parameters:
    ///   - name: a product of this package, or a path.
    ///   - environment: overrides ``pinned``; nil removes a variable.
    ///   - cell: the pixel size of a cell, if the terminal reports it.
    ///   - ground: a resource that the program needs, retained as long as this object, such as a temporary folder.
    public init(
        _ name: String, arguments: [String] = [], environment: [String: String?] = [:],
        size: Size = Size(columns: 80, rows: 24), cell: CellPixels? = nil, isSessionLeader: Bool = true,
        on ground: (any Sendable)? = nil
    ) throws {
        self.ground = ground
        var variables = Self.pinned
        for (key, value) in environment { variables[key] = value }
        guard let display = VirtualTerminal(size: size) else { throw PtyError(call: "vterm_new", code: ENOMEM) }
        self.display = display
        terminal = try PseudoTerminal(
            path: name.hasPrefix("/") ? name : Products.folder + "/" + name, arguments: arguments,
            environment: variables,
            size: size, cell: cell, isSessionLeader: isSessionLeader)
    }

    // MARK: - Screen

    /// Accesses the screen, with the output read so far.
    public func look<Value: Sendable>(_ body: @Sendable (VirtualTerminal) throws -> Value) rethrows -> Value {
        try body(display)
    }

    public var text: String { display.text }

    /// The terminal settings, as raw bytes.
    public var settings: [UInt8] { terminal.settings }

    public var process: Int32 { terminal.process }

    public func wait(for text: String) async throws {
        try await wait(until: "“\(text)”") { $0.text.contains(text) }
    }

    /// - Parameter what: a description of the condition for the error.
    public func wait(until what: String, _ condition: @Sendable (VirtualTerminal) -> Bool) async throws {
        try await wait(until: what) { condition(display) }
    }

    /// Waits until the program has sent this.
    public func wait(forOutput bytes: String) async throws {
        try await wait(until: "the bytes \(bytes.debugDescription)") { output.contains(Array(bytes.utf8)) }
    }

    public func forgetOutput() { output = [] }

    // MARK: - Input

    public func press(_ keys: Key...) async throws {
        for key in keys { try await send(key.bytes) }
    }

    /// Presses keys by name: `press("ctrl-s", "esc", "q")`.
    public func press(_ names: String...) async throws {
        for name in names {
            guard let key = Key(name: name) else { throw TimedOut(description: "there is no key named \(name)") }
            try await press(key)
        }
    }

    public func type(_ text: String) async throws { try await send(Array(text.utf8)) }

    public func paste(_ text: String) async throws {
        try await send(Array("\u{1B}[200~\(text)\u{1B}[201~".utf8))
    }

    /// Presses and releases the left button.
    public func click(column: Int, row: Int) async throws {
        try await send(Array("\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m".utf8))
    }

    /// Sends raw bytes.
    public func send(_ bytes: [UInt8]) async throws {
        guard link == nil else { return travel(bytes) }
        var rest = bytes[...]
        try await wait(until: "the program to read", isWriting: true) {
            if !rest.isEmpty { rest = rest.dropFirst(terminal.write(Array(rest))) }
            return rest.isEmpty
        }
    }

    /// From now on what is sent arrives as over this link, while ``send(_:)`` returns at once.
    public func connect(over link: SlowLink) { self.link = link }

    private func travel(_ bytes: [UInt8]) {
        let isIdle = travelling.isEmpty
        travelling += link?.pieces(of: bytes, at: .now) ?? []
        if isIdle { Task { await deliver() } }
    }

    private func deliver() async {
        while let next = travelling.first {
            let left = ContinuousClock.now.duration(to: next.due).components
            let milliseconds = Int(left.seconds) * 1000 + Int(left.attoseconds / 1_000_000_000_000_000)
            await withCheckedContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(max(0, milliseconds))) {
                    continuation.resume()
                }
            }
            _ = terminal.write(next.bytes)
            travelling.removeFirst()
        }
    }

    /// Sends without reading the program's output, to simulate a stalled connection.
    public func sendWithoutReading(_ bytes: [UInt8]) { _ = terminal.write(bytes) }

    /// Waits until the program has written something, without reading it.
    public func waitForOutputWithoutReading() async {
        let waiter = terminal.waiter(output: true, isWriting: false)
        await withCheckedContinuation { continuation in
            queue.async {
                waiter.wait(milliseconds: Int32(patience.components.seconds) * 1000)
                continuation.resume()
            }
        }
    }

    /// Presses a key again and again without reading, until the program waits for the terminal to accept more.
    public func stall(pressing key: Key) async throws {
        try await wait(
            until: "the program to wait for the terminal", isReading: false, pollingEvery: Self.interval
        ) {
            if terminal.awaitsWriting { return true }
            _ = terminal.write(key.bytes)
            return false
        }
    }

    /// Waits without reading until the program waits for the terminal to accept more.
    public func waitUntilStalled() async throws {
        try await wait(
            until: "the program to wait for the terminal", isReading: false, pollingEvery: Self.interval
        ) { terminal.awaitsWriting }
    }

    /// Waits without reading until the program has read all that was typed.
    public func waitUntilInputIsRead() async throws {
        try await wait(
            until: "the program to read its input", isReading: false, pollingEvery: Self.interval
        ) { !terminal.hasUnreadInput }
    }

    public func resize(to size: Size) {
        display.resize(to: size)
        terminal.resize(to: size)
    }

    public func kill(_ signal: Int32) { terminal.kill(signal) }

    /// Hangs up, as a lost connection does.
    public func hangUp() { terminal.closeMaster() }

    public func waitUntilStopped() async throws {
        try await wait(until: "the program to stop", pollingEvery: Self.interval) { terminal.isStopped }
    }

    /// Polls for a condition that no descriptor signals: a file, a process state.
    public func wait(outside what: String, _ condition: @Sendable () -> Bool) async throws {
        try await wait(until: what, pollingEvery: Self.interval, condition)
    }

    /// In milliseconds.
    private static let interval: Int32 = 20

    /// Waits for the program's end; all its output is on the screen then.
    public func exitStatus() async throws -> Int32 {
        let status = try await end(isReading: true)
        drain()
        return status
    }

    /// The same with a terminal that accepts no output.
    public func exitStatusWithoutReading() async throws -> Int32 { try await end(isReading: false) }

    private func end(isReading: Bool) async throws -> Int32 {
        var status: Int32?
        // A command itself waits half a minute for a store that is locked.
        try await wait(until: "the end", isReading: isReading, within: patience + .seconds(30)) {
            status = terminal.exitStatus
            return status != nil
        }
        return status ?? -1
    }

    // MARK: - Waiting

    private func wait(
        until what: String, isReading: Bool = true, isWriting: Bool = false, pollingEvery interval: Int32? = nil,
        within limit: Duration = patience, _ condition: () -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + limit
        while true {
            let isClosed = isReading ? drain() : true
            if condition() { return }
            let left = ContinuousClock.now.duration(to: deadline)
            let hasEnded = terminal.exitStatus != nil
            if left <= .zero || hasEnded {
                drain()
                if condition() { return }
                let reason = hasEnded ? "the program ended with \(terminal.exitStatus ?? -1)" : "nothing came"
                throw TimedOut(description: "waited for \(what), but \(reason); the screen:\n\(display.text)")
            }
            let milliseconds = min(interval ?? .max, Int32(left.components.seconds) * 1000 + 999)
            let waiter = terminal.waiter(output: !isClosed, isWriting: isWriting)
            await withCheckedContinuation { continuation in
                queue.async {
                    waiter.wait(milliseconds: milliseconds)
                    continuation.resume()
                }
            }
        }
    }

    /// Reads all available output; true if the program's end is closed.
    @discardableResult
    private func drain() -> Bool {
        while let bytes = terminal.read() {
            if bytes.isEmpty { return false }
            output += bytes
            display.feed(bytes)
        }
        return true
    }
}
