import CInjection
import CPty
import Cards
import ChildProcesses
import Glibc
import TestSupport
import Testing

@testable import CardPhotos

@Suite("The helper is confined")
struct ConfinementTests {
    private let box = PixelSize(width: 100, height: 100)

    /// A system call to make inside another process.
    private struct Call {
        let name: String
        let call: CInjectedCall

        /// - Parameter arguments: nil for the address of the text.
        init(_ name: String, _ number: Int32, _ arguments: [UInt64?] = [], text: String = "") {
            self.name = name
            var call = CInjectedCall()
            call.number = Int(number)
            withUnsafeMutableBytes(of: &call.arguments) { bytes in
                let values = bytes.bindMemory(to: UInt64.self)
                for (index, argument) in arguments.enumerated() { values[index] = argument ?? cinjection_text }
            }
            withUnsafeMutableBytes(of: &call.text) { $0.copyBytes(from: text.utf8.prefix($0.count - 1)) }
            self.call = call
        }
    }

    /// The result of each call, by its name.
    private func make(_ calls: [Call], in process: Int32) throws -> [String: Int] {
        var results = [Int](repeating: 0, count: calls.count)
        try #require(cinjection_make(process, calls.map(\.call), Int32(calls.count), &results))
        return Dictionary(uniqueKeysWithValues: zip(calls.map(\.name), results))
    }

    private static let here = UInt64(bitPattern: -100)
    private static let nonsense = UInt64(bitPattern: -1)

    /// Calls that every unconfined process may make; the last one replaces its program.
    private let everyday = [
        Call("open a file", SYS_openat, [here, nil, 0], text: "/etc/passwd"),
        Call("make a file", SYS_openat, [here, nil, 0o101, 0o600], text: "/tmp/cards-confined"),
        Call("remove a file", SYS_unlinkat, [here, nil, 0], text: "/tmp/cards-confined"),
        Call("read the name of a file", SYS_readlinkat, [here, nil, nil, 16], text: "/proc/self/exe"),
        Call("a socket of the machine", SYS_socket, [UInt64(AF_UNIX), 1, 0]),
        Call("a socket of the network", SYS_socket, [UInt64(AF_INET), 1, 0]),
        Call("another file in memory", SYS_memfd_create, [nil, 0], text: "x"),
        Call("duplicate", SYS_dup, [0]),
        Call("memory for code", SYS_mmap, [0, 4096, 7, 0x22, nonsense, 0]),
        Call("a signal to others", SYS_kill, [UInt64(getpid()), 0]),
        Call("start a program", SYS_execve, [nil, 0, 0], text: "/bin/true"),
    ]

    /// Calls that need privileges or other arguments. Without a filter each fails with its own errno, or succeeds.
    private let others = [
        Call("connect", SYS_connect, [0, nil, 16]),
        Call("send elsewhere", SYS_sendto, [0, nil, 1, 0, nil, 16], text: "x"),
        Call("send over another descriptor", SYS_sendto, [1, nil, 1, 0, 0, 0], text: "x"),
        Call("receive a descriptor", SYS_recvmsg, [0, nil, 0]),
        Call("write to the outputs", SYS_write, [1, nil, 1], text: "x"),
        Call("a copy of the process", SYS_clone, [17, 0, 0, 0, 0]),
        Call("a thread in a namespace", SYS_clone, [0x4001_0000, 0, 0, 0, 0]),
        Call("make memory code", SYS_mprotect, [0, 4096, 4]),
        Call("look into another process", SYS_ptrace, [16, UInt64(getpid()), 0, 0]),
        Call("a limit of its own", SYS_prlimit64, [0, 7, nil, 0]),
        Call("a ring of calls", 425, [8, nil]),
        Call("gain rights", SYS_prctl, [24, 0]),
    ]

    @Test(
        "system calls for files, sockets, programs and other processes are denied"
    )
    func forbidden() async throws {
        try await Helper.with { decoder in
            _ = try await decoder.decode(Pictures.jpeg, fitting: box)
            let helper = try #require(await decoder.processIdentifier)
            for (name, result) in try make(everyday + others, in: helper) { #expect(result == -Int(EPERM), "\(name)") }
        }
    }

    @Test("the same calls succeed in an unconfined process: the test can fail")
    func unconfined() async throws {
        let pipe = try Pipe()
        let cat = try ChildProcess(
            starting: ChildCommand(
                executable: "/bin/cat", arguments: ["cat", "-", "-"],
                files: [.descriptor(pipe.reader.number), .nothing, .nothing]))
        try await eventually("the read") {
            try ProcessFiles.text("syscall", of: cat.identifier).hasPrefix("\(SYS_read) ")
        }
        for (name, result) in try make(everyday, in: cat.identifier) { #expect(result >= 0, "\(name): \(result)") }
    }

    @Test("it is confined before it reads, by a filter for all threads and no_new_privs")
    func early() async throws {
        let helper = try DecoderProcess(executable: Helper.executable, for: .everything)
        try await eventually("the filter") {
            let status = try ProcessFiles.text("status", of: helper.child.identifier)
            return status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1")
        }
    }

    @Test("a helper that cannot open anything decodes every format and reads codes")
    func everyKind() async throws {
        let helper = try DecoderProcess(executable: Helper.executable, for: .everything)
        let png = try Pictures.redAndBlue(width: 32, height: 16)
        for (kind, bytes) in [
            ("PNG", png), ("JPEG", Pictures.jpeg), ("GIF", Pictures.gif), ("WebP", Pictures.webP),
            ("HEIC", Pictures.heic),
            ("AVIF", Pictures.avif),
        ] {
            switch try helper.decode(bytes, fitting: box, within: .seconds(20)) {
            case .success(let image): #expect(image.size.width >= 8, "\(kind)")
            case .failure(let failure): #expect(failure == .unsupported(try #require(PictureFormat(of: bytes))))
            }
        }
        let bars = try BarcodePictures.png([try BarcodePictures.grey("5901234123457", .ean13)])
        let codes = try helper.codes(.codes, on: bars, until: .now.advanced(by: .seconds(20))).get()
        #expect(codes.map(\.bytes) == [Array("5901234123457".utf8)])
    }

    @Test("alternating formats need a second helper once, which then serves both")
    func kindsInTurn() async throws {
        try await Helper.with { decoder in
            var helpers: [Int32] = []
            for bytes in [Pictures.jpeg, Pictures.gif, Pictures.jpeg, Pictures.gif] {
                _ = try await decoder.decode(bytes, fitting: box)
                helpers.append(try #require(await decoder.processIdentifier))
            }
            #expect(helpers[0] != helpers[1])
            #expect(Set(helpers[1...]).count == 1)
        }
    }

    @Test("on a system without seccomp filters nothing is decoded, and the error says so")
    func noFilter() async throws {
        let (bytes, box) = (Pictures.jpeg, box)
        // The filter ends with the thread.
        let failure = try await blocking { () throws -> DecodeFailure? in
            try #require(cinjection_forget_seccomp())
            let helper = try DecoderProcess(executable: Helper.executable, for: HelperCapabilities(decoding: bytes))
            guard case .failure(let failure) = try helper.decode(bytes, fitting: box, within: .seconds(20)) else {
                return nil
            }
            return failure
        }
        #expect(failure == .notConfined)
        #expect(
            failure?.photoError
                == .decoderFailed("this system cannot confine the decoder: the kernel does not support seccomp filters")
        )
    }

    @Test("a helper ends with the program that started it, even while it is stopped")
    func parentKilled() async throws {
        let ends = try socketPair()
        let theirs = Descriptor(owning: ends[1])
        let socket = HelperSocket(owning: ends[0])
        // A parent that can be killed: it prints the helper's process id and does nothing else.
        let output = try Pipe()
        let parent = try ChildProcess(
            starting: ChildCommand(
                shell: #""$1" --decode-photos JPEG <&3 3<&- & echo $!; exec 3<&-; wait"#,
                arguments: [Helper.executable],
                files: [.nothing, .descriptor(output.writer.number), .nothing, .descriptor(theirs.number)]))
        let text = await blocking { output.reader.read(upTo: 100) } ?? []
        let number = String(decoding: text, as: UTF8.self).split(separator: "\n").first
        let helper = try #require(number.flatMap { Int32($0) })
        let end = Descriptor(owning: pty_process_descriptor(helper))
        try #require(end.number >= 0)
        // It has answered, so it runs; while it is stopped, it does not notice that its socket is closed.
        try socket.write(HelperRequest(byteCount: 0, work: .thumbnail(box)).head.bytes)
        #expect(try socket.read(MessageHead.byteCount).count == MessageHead.byteCount)
        kill(helper, SIGSTOP)
        kill(parent.identifier, SIGKILL)
        let seen = await blocking { Readiness.first(of: [end.number], until: .now.advanced(by: .seconds(30))) }
        if seen == nil { kill(helper, SIGKILL) }
        #expect(seen == 0, "it lived on")
        // The parent's value must live until here: destroying it kills the whole group.
        withExtendedLifetime(parent.identifier) {}
    }

    private func socketPair() throws -> [Int32] {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        return ends
    }
}
