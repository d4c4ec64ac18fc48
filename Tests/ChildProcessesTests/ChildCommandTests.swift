import ChildProcesses
import Glibc
import Testing

@Suite("The environment of a child process", .blocking, .timeLimit(.minutes(5)))
struct ChildCommandTests {
    @Test("arguments reach a shell line unchanged, whatever they contain")
    func arguments() throws {
        let text = "$(date) '\" ; \\ zażółć"
        let echo = try Started(shell: #"printf %s "$#:$2:$1""#, arguments: [text, ""])
        #expect(echo.text() == "2::" + text)
    }

    @Test("the environment is that of this process, or exactly the given one")
    func environment() throws {
        setenv("CARDS_CHILD_TEST", "ours", 1)
        let inherited = try Started(shell: "echo $CARDS_CHILD_TEST")
        #expect(inherited.text() == "ours")
        let given = try Started { output in
            ChildCommand(
                executable: "/usr/bin/env", arguments: ["env"], environment: ["A=1", "B=b c"],
                files: [.nothing, output, .nothing])
        }
        #expect(given.text() == "A=1\nB=b c")
    }

    @Test("only the listed files are open, not even inheritable ones")
    func files() throws {
        let input = try Pipe()
        // Libraries open files in this way.
        let inheritable = Descriptor(owning: fcntl(input.reader.number, F_DUPFD, 3))
        #expect(fcntl(inheritable.number, F_GETFD) == 0)
        // Listing /proc/self/fd opens a descriptor itself, the lowest free one.
        let listing = try Started(shell: "ls /proc/self/fd")
        #expect(listing.text() == "0\n1\n2\n3")
        let more = try Started(
            shell: "ls /proc/self/fd; read -r line <&3; echo $line", more: [.descriptor(input.reader.number)])
        #expect(write(input.writer.number, "line\n", 5) == 5)
        #expect(more.text() == "0\n1\n2\n3\n4\nline")
    }

    @Test("reading from nothing gives the end, and writing to it is discarded")
    func nothing() throws {
        let cat = try Started(shell: "cat && echo gone >&2 && echo end")
        #expect(cat.text() == "end")
    }

    @Test("it is alone in its session")
    func session() throws {
        let started = try Started(shell: "exec sleep 1000")
        let identifier = started.child.identifier
        #expect(getsid(identifier) == identifier)
        #expect(getpgid(identifier) == identifier)
    }

    @Test("no signal is blocked or ignored, whatever the thread that starts it does with them")
    func signals() throws {
        var (blocked, before) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGUSR1)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        signal(SIGUSR2, SIG_IGN)
        defer {
            pthread_sigmask(SIG_SETMASK, &before, nil)
            signal(SIGUSR2, SIG_DFL)
        }
        for number in [SIGUSR1, SIGUSR2] {
            let started = try Started(shell: "kill -\(number) $$")
            let end = started.child.wait()
            #expect(end == .killed(signal: number))
        }
    }

    @Test("a missing program gives the system's error message")
    func missing() {
        do throws(StartError) {
            _ = try ChildProcess(
                starting: ChildCommand(executable: "/nowhere/program", arguments: ["program"], files: []))
            Issue.record("It was started.")
        } catch {
            #expect(error.code == ENOENT)
            #expect(error.reason == "No such file or directory")
        }
    }
}
