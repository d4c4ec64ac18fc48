import CardNetwork
import Cards
import TestSupport
import Testing

@testable import CardSharing

/// Answers of a server that fails, of another one, and of a network's login page.
@Suite(.timeLimit(.minutes(2))) struct WebDAVFaultTests {
    private func error(_ answer: TestBackend.Answer) async throws -> TransportError? {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.setFault { _ in answer }
        let connection = WebDAVConnection(try BackendURL(backend.url + "/dav")) { Credentials("anna:secret-word") }
        let error = await #expect(throws: TransportError.self) { try await TreeTransport.webDAV(connection).header() }
        #expect(error?.userMessage.contains("secret-word") == false)
        #expect(error?.remote == "127.0.0.1:\(backend.port)/dav")
        return error
    }

    @Test(
        "what a status means",
        arguments: [
            (401, TransportError.Kind.refused), (403, .refused), (404, .wrongPlace), (405, .unsupported),
            (423, .busy(retryAfter: nil)), (429, .busy(retryAfter: nil)), (500, .unreachable), (502, .unreachable),
            (503, .busy(retryAfter: nil)), (504, .unreachable), (507, .full), (418, .wrongPlace),
        ])
    func status(_ status: Int, _ kind: TransportError.Kind) async throws {
        #expect(try await error(.status(status))?.kind == kind)
    }

    @Test func retryAfter() async throws {
        let answer = TestBackend.Answer(status: 429, headers: ["Retry-After": "7"])
        #expect(try await error(answer)?.kind == .busy(retryAfter: .seconds(7)))
    }

    @Test("a login page is no empty vault") func portal() async throws {
        #expect(try await error(.html())?.kind == .wrongPlace)
    }

    @Test func redirect() async throws {
        let answer = TestBackend.Answer(status: 302, headers: ["Location": "http://portal.example/"])
        #expect(try await error(answer)?.kind == .untrusted)
    }

    @Test("a list that was cut is not a shorter one", arguments: [true, false]) func cutList(hasLength: Bool)
        async throws
    {
        let list = "<D:multistatus xmlns:D=\"DAV:\"><D:response><D:href>/dav/</D:href></D:response>"
        let framing: TestBackend.Answer.Framing = hasLength ? .length(1000) : .untilClose
        let answer = TestBackend.Answer(
            status: 207, headers: ["Content-Type": "application/xml"], framing: framing, [.text(list)], closes: true)
        #expect(try await error(answer)?.kind == .unreachable)
    }

    @Test("a list without an end is not read to its end, and is no damage of an object") func endlessList() async throws
    {
        let answer = TestBackend.Answer(
            status: 207, headers: ["Content-Type": "application/xml"], framing: .chunked,
            [.repeated([UInt8](repeating: 0x20, count: 1 << 20), times: 65)])
        let error = try await error(answer)
        #expect(error?.kind == .unreachable && error?.reason == "its list of files is longer than 64 MB")
    }

    /// The error of a call to a server that keeps files, and answers some requests otherwise.
    private func error(
        _ fault: @escaping TestBackend.Fault, _ call: (any ObjectTree) async throws -> Void
    ) async throws -> TransportError.Kind? {
        let dav = MemoryDAV(root: "/dav")
        let backend = try TestBackend()
        backend.setUsual { [dav] in dav.answer($0) }
        backend.setFault(fault)
        backend.start()
        defer { backend.stop() }
        let tree = TreeTransport.webDAV(WebDAVConnection(try BackendURL(backend.url + "/dav"))).tree
        return await #expect(throws: TransportError.self) { try await call(tree) }?.kind
    }

    @Test(
        "a list without the folder that was asked for is no empty folder",
        arguments: [[], ["/dav/cards-tui/"], ["/dav/other/", "/dav/cards-tui/"], ["/other/"]])
    func otherList(addresses: [String]) async throws {
        let kind = "<D:resourcetype><D:collection/></D:resourcetype>"
        let responses = addresses.map {
            "<D:response><D:href>\($0)</D:href><D:propstat><D:prop>\(kind)</D:prop><D:status>HTTP/1.1 200 OK</D:status>"
                + "</D:propstat></D:response>"
        }
        let fault: TestBackend.Fault = { _ in .multiStatus(responses.joined()) }
        #expect(try await error(fault) { _ = try await $0.list([]) } == .unreachable)
    }

    @Test(
        "a server that says that it stored something is asked whether it has it, after 200 and where it is large",
        arguments: [(200, 10), (201, 2 << 20)])
    func storedNothing(status: Int, size: Int) async throws {
        let fault: TestBackend.Fault = { $0.method == "PUT" ? .status(status) : nil }
        let bytes = [UInt8](repeating: 0x2A, count: size)
        let kind = try await error(fault) {
            try await $0.write(bytes, to: ["batch"], existingFolders: 0, isNamedByContent: true)
        }
        #expect(kind == .unreachable)
    }

    @Test("a login page is no object, and nothing is stored or removed by it")
    func pages() async throws {
        let fault: TestBackend.Fault = { $0.method == "PROPFIND" ? nil : .html() }
        #expect(try await error(fault) { _ = try await $0.read(["batch"], maximumBytes: 100) } == .wrongPlace)
        #expect(try await error(fault) { try await $0.remove(["batch"]) } == .wrongPlace)
        let kind = try await error(fault) {
            try await $0.write([1], to: ["batch"], existingFolders: 0, isNamedByContent: true)
        }
        #expect(kind == .wrongPlace)
    }

    @Test(
        "what is there under a name that only other bytes can have is replaced, whatever its size",
        arguments: [0, 1, 5, 100])
    func strangeContent(size: Int) async throws {
        let dav = MemoryDAV(root: "/dav")
        let backend = try TestBackend()
        backend.setUsual { [dav] in dav.answer($0) }
        backend.start()
        defer { backend.stop() }
        let tree = TreeTransport.webDAV(WebDAVConnection(try BackendURL(backend.url + "/dav"))).tree
        let strange = [UInt8](repeating: 0x2A, count: size)
        try await tree.write(strange, to: ["photo"], existingFolders: 0, isNamedByContent: true)
        let bytes = Array("photo".utf8)
        try await tree.write(bytes, to: ["photo"], existingFolders: 0, isNamedByContent: false)
        #expect(try await tree.read(["photo"], maximumBytes: 200) == strange)
        try await tree.write(bytes, to: ["photo"], existingFolders: 0, isNamedByContent: true)
        #expect(try await tree.read(["photo"], maximumBytes: 200) == bytes)
    }

    @Test func closed() async throws { #expect(try await error(.close)?.kind == .unreachable) }

    @Test("a task that waits for an answer can be cancelled") func cancellation() async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.setFault { _ in .hang }
        let connection = WebDAVConnection(try BackendURL(backend.url))
        let task = Task { try await TreeTransport.webDAV(connection).header() }
        await backend.requests(atLeast: 1)
        task.cancel()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.kind == .cancelled)
    }

    @Test("a server is asked every 30 seconds") func polling() async throws {
        let clock = TestClock()
        let connection = WebDAVConnection(try BackendURL("http://127.0.0.1:9"))
        var hints = TreeTransport.webDAV(connection, clock: clock).hints().makeAsyncIterator()
        await clock.waitForSleeper { $0 == .seconds(30) }
        clock.advance(by: .seconds(30))
        let hint: Void? = await hints.next()
        #expect(hint != nil)
    }
}
