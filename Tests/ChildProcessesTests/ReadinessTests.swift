import ChildProcesses
import Glibc
import Testing

@Suite("Pipes and waiting for them", .blocking, .timeLimit(.minutes(5)))
struct ReadinessTests {
    @Test("the first ready descriptor is returned; negative ones are ignored")
    func first() throws {
        let quiet = try Pipe()
        let ready = try Pipe()
        #expect(write(ready.writer.number, "ab", 2) == 2)
        #expect(Readiness.first(of: [-1, quiet.reader.number, ready.reader.number, ready.reader.number]) == 2)
        #expect(Readiness.first(of: [quiet.reader.number, quiet.writer.number], for: .writing) == 1)
    }

    @Test("without a ready descriptor it waits until the deadline, and not less")
    func deadline() throws {
        let pipe = try Pipe()
        let deadline = ContinuousClock.now.advanced(by: .microseconds(1500))
        #expect(Readiness.first(of: [pipe.reader.number], until: deadline) == nil)
        #expect(ContinuousClock.now >= deadline)
        // Polls once, even after the deadline.
        #expect(write(pipe.writer.number, "a", 1) == 1)
        #expect(Readiness.first(of: [pipe.reader.number], until: deadline) == 0)
    }

    @Test("a read returns what is available, and nil at the end")
    func reading() throws {
        let pipe = try Pipe()
        #expect(write(pipe.writer.number, "abc", 3) == 3)
        #expect(pipe.reader.read(upTo: 2) == Array("ab".utf8))
        #expect(pipe.reader.read(upTo: 2) == Array("c".utf8))
        let reader = Self.closingWriter(of: pipe)
        #expect(Readiness.first(of: [reader.number]) == 0)
        #expect(reader.read(upTo: 2) == nil)
    }

    @Test("neither end of a pipe is inherited")
    func inheritance() throws {
        let pipe = try Pipe()
        #expect(fcntl(pipe.reader.number, F_GETFD) == FD_CLOEXEC)
        #expect(fcntl(pipe.writer.number, F_GETFD) == FD_CLOEXEC)
    }

    private static func closingWriter(of pipe: consuming Pipe) -> Descriptor { pipe.reader }
}
