import Glibc
import TestSupport
import Testing

@testable import Curses

@MainActor
@Suite("The order of output")
struct TerminalOutputTests {
    /// A pipe that accepts a few kilobytes until they are read.
    private final class Line {
        let input: Int32
        let output: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            (output, input) = (ends[0], ends[1])
            for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        }

        deinit {
            close(input)
            close(output)
        }

        func read() -> [UInt8] {
            var all: [UInt8] = []
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = Glibc.read(output, &bytes, bytes.count)
                if count <= 0 { return all }
                all += bytes.prefix(count)
            }
        }
    }

    private let end = Array("\u{1B}\\\u{1B}8".utf8)

    @Test("a started picture is completed, one that has not started is dropped as a whole")
    func cut() throws {
        let line = try Line()
        let output = TerminalOutput(descriptor: line.input)
        let picture = [UInt8](repeating: UInt8(ascii: "p"), count: 1_000_000)
        output.writePictures(picture)
        output.write(Array("copied".utf8))
        #expect(output.isWaiting && output.arePicturesWaiting)
        #expect(output.dropPictures())
        #expect(!output.dropPictures())
        let begun = line.read()
        #expect(begun.count < picture.count && begun.allSatisfy { $0 == UInt8(ascii: "p") })
        output.flush(milliseconds: 1000)
        #expect(line.read() == end + Array("copied".utf8))

        let cells = [UInt8](repeating: UInt8(ascii: "c"), count: 100_000)
        output.write(cells)
        output.writePictures(picture)
        #expect(!output.arePicturesWaiting, "cells wait before them")
        #expect(output.dropPictures())
        var received = line.read()
        output.flush(milliseconds: 1000)
        received += line.read()
        #expect(received == cells)
        #expect(!output.isWaiting)
    }

    /// The thread that waits for the terminal is the one that receives signals.
    @Test("signals while the last output waits drop nothing of it")
    func interrupted() async throws {
        signal(SIGUSR2) { _ in }
        defer { signal(SIGUSR2, SIG_IGN) }
        let line = try Line()
        let output = TerminalOutput(descriptor: line.input)
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
        output.write(bytes)
        #expect(output.isWaiting)
        let (waiter, descriptor) = (pthread_self(), line.output)
        let reading = Task.detached {
            await blocking {
                // Most of them while nothing is read yet.
                for _ in 0..<10_000 { pthread_kill(waiter, SIGUSR2) }
                var received = 0
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while received < 100_000 {
                    var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    guard poll(&readable, 1, 10_000) > 0 else { break }  // blocking
                    received += max(0, Glibc.read(descriptor, &buffer, buffer.count))
                }
                return received
            }
        }
        output.flush(milliseconds: 60_000)
        #expect(await reading.value == bytes.count)
    }

    @Test("output accepted at once can no longer be dropped")
    func acceptedOutput() throws {
        let line = try Line()
        let output = TerminalOutput(descriptor: line.input)
        output.writePictures(Array("picture".utf8))
        #expect(!output.dropPictures())
        #expect(line.read() == Array("picture".utf8))
    }
}
