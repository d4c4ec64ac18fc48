import Cards
import Glibc
import Testing

@testable import CardPhotos

@Suite("The helper as a process")
struct HelperProcessTests {
    private let box = PixelSize(width: 100, height: 100)
    private let stopped = PhotoError.decoderFailed("the decoder stopped; the photo may be damaged")

    @Test("one helper serves picture after picture, also after bad ones")
    func reuse() async throws {
        try await Helper.with { decoder in
            _ = try await decoder.decode(Pictures.jpeg, fitting: box)
            let first = try #require(await decoder.processIdentifier)
            await #expect(throws: PhotoError.notAPicture) { _ = try await decoder.decode([1, 2, 3], fitting: box) }
            _ = try await decoder.decode(Pictures.jpeg, fitting: box)
            #expect(await decoder.processIdentifier == first)
        }
    }

    @Test("a helper that was killed between two pictures is replaced silently")
    func killedBetween() async throws {
        try await Helper.with { decoder in
            _ = try await decoder.decode(Pictures.jpeg, fitting: box)
            let first = try #require(await decoder.processIdentifier)
            kill(first, SIGKILL)
            var information = siginfo_t()
            // It has ended, but has not been waited for.
            waitid(P_PID, id_t(first), &information, WEXITED | WNOWAIT)
            _ = try await decoder.decode(Pictures.jpeg, fitting: box)
            #expect(await decoder.processIdentifier != first)
        }
    }

    @Test("if a helper dies during a picture, that one fails, and the next is decoded")
    func killedWithin() async throws {
        let script = try await Script(
            """
            test -e "${0%/*}/mark" && exec \(Helper.executable) "$@"
            : > "${0%/*}/mark"
            head -c 10 > /dev/null
            kill -KILL $$
            """)
        try await Helper.with(script.path) { decoder in
            await #expect(throws: stopped) { _ = try await decoder.decode(Pictures.jpeg, fitting: box) }
            let image = try await decoder.decode(Pictures.jpeg, fitting: box)
            #expect(image.size == PixelSize(width: 32, height: 16))
        }
    }

    @Test("a helper that hangs is killed in time, and the next picture is decoded")
    func hung() async throws {
        let script = try await Script(
            """
            test -e "${0%/*}/mark" && exec \(Helper.executable) "$@"
            : > "${0%/*}/mark"
            exec sleep 1000
            """)
        // More than a socket buffers, so that sending has to time out as well.
        let large = Pictures.jpeg + [UInt8](repeating: 0, count: 4 << 20)
        try await Helper.with(script.path, timeLimit: .seconds(1)) { decoder in
            let start = ContinuousClock.now
            await #expect(throws: PhotoError.tooLong) { _ = try await decoder.decode(large, fitting: box) }
            #expect(start.duration(to: .now) >= .seconds(1))
        }
        try await Helper.with(script.path) { decoder in
            let image = try await decoder.decode(large, fitting: box)
            #expect(image.size == PixelSize(width: 32, height: 16))
        }
    }

    @Test(
        "invalid answers of a helper are rejected",
        arguments: [#"\000\000\000\000\377\377\000\000\377\377\000\000"#, #"\377"#, "hello, I am a picture"])
    func nonsense(answer: String) async throws {
        let script = try await Script("head -c 12 > /dev/null; printf '\(answer)' >&0")
        try await Helper.with(script.path) { decoder in
            await #expect(throws: stopped) { _ = try await decoder.decode(Pictures.jpeg, fitting: box) }
        }
    }

    @Test("a missing executable gives an explained error")
    func missingExecutable() async throws {
        try await Helper.with("/nowhere/cards-tui") { decoder in
            await #expect(throws: PhotoError.decoderFailed("the decoder did not start: No such file or directory")) {
                _ = try await decoder.decode(Pictures.jpeg, fitting: box)
            }
        }
    }

    @Test("a request that is cancelled while it waits is dropped")
    func cancelled() async throws {
        let script = try await Script("exec sleep 1000")
        try await Helper.with(script.path, timeLimit: .milliseconds(300)) { decoder in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await decoder.decode(Pictures.jpeg, fitting: box)
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(await decoder.processIdentifier == nil)
        }
    }

    @Test("many requests at once are all answered")
    func many() async throws {
        try await Helper.with { decoder in
            try await withThrowingTaskGroup(of: PixelSize.self) { group in
                for width in 1...50 {
                    group.addTask {
                        try await decoder.decode(Pictures.jpeg, fitting: PixelSize(width: width, height: 100)).size
                    }
                }
                var widths: Set<Int> = []
                for try await size in group { widths.insert(size.width) }
                #expect(widths == Set(1...32))
            }
        }
    }

    @Test("the helper has its own session, no open files but its socket, and limited memory")
    func confinement() async throws {
        try await Helper.with { decoder in
            _ = try await decoder.decode(Pictures.jpeg, fitting: box)
            let helper = try #require(await decoder.processIdentifier)
            #expect(getsid(helper) == helper)
            #expect(try names(in: "/proc/\(helper)/fd") == ["0", "1", "2"])
            let limits = try ProcessFiles.text("limits", of: helper).split(separator: "\n")
            func limit(_ name: String) -> Substring? {
                limits.first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: " ").first
            }
            #expect(limit("Max address space") == "\(640 << 20)")
            #expect(limit("Max core file size") == "0")
            #expect(limit("Max file size") == "0")
            #expect(limit("Max open files") == "16")
            #expect(try ProcessFiles.text("status", of: helper).contains("NoNewPrivs:\t1"))
        }
    }

    @Test("the helper ends when the decoder is shut down or deallocated")
    func ends() async throws {
        let first = try await Helper.with { decoder in
            _ = try await decoder.decode(Pictures.jpeg, fitting: box)
            return try #require(await decoder.processIdentifier)
        }
        #expect(kill(first, 0) == -1)
        var decoder: HelperPhotoDecoder? = HelperPhotoDecoder(executable: Helper.executable)
        _ = try await decoder?.decode(Pictures.jpeg, fitting: box)
        let second = try #require(await decoder?.processIdentifier)
        decoder = nil
        var information = siginfo_t()
        // Not a child any more: the decoder has waited for it.
        while waitid(P_PID, id_t(second), &information, WEXITED | WNOWAIT) == 0 {}
        #expect(kill(second, 0) == -1)
    }

    private func names(in folder: String) throws -> Set<String> {
        let directory = try #require(opendir(folder))
        defer { closedir(directory) }
        var names: Set<String> = []
        while let entry = readdir(directory) {
            names.insert(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
        }
        return names.subtracting([".", ".."])
    }
}
