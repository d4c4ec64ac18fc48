import Glibc
import Testing

@testable import ChildProcesses

@Suite("The search path of programs", .blocking)
struct SearchPathTests {
    @Test("empty and relative entries are ignored; without others the default folders are used")
    func folders() {
        #expect(SearchPath(":/usr/bin:.:bin::/bin:").folders == ["/usr/bin", "/bin"])
        for text in [nil, "", ":", ".:bin"] {
            #expect(SearchPath(text).folders == ["/usr/local/bin", "/usr/bin", "/bin"])
        }
    }

    @Test("the first executable is found, by its absolute path")
    func first() {
        let path = SearchPath(".:/a:/b")
        #expect(path.path(of: "x") { ["./x", "x", "/b/x"].contains($0) } == "/b/x")
        #expect(path.path(of: "x") { _ in false } == nil)
    }

    @Test("a shell line and its children do not search programs in the working directory")
    func shell() throws {
        let pipe = try Pipe()
        let line = ChildCommand(
            shell: #"printf %s "$PATH"; exec env sh -c 'printf "|%s" "$PATH"'"#,
            searchPath: SearchPath(".::/usr/bin:/bin"),
            files: [.nothing, .descriptor(pipe.writer.number), .nothing])
        #expect(try ChildProcess(starting: line).wait() == .exited(code: 0))
        let text = String(decoding: pipe.reader.read(upTo: 1000) ?? [], as: UTF8.self)
        #expect(text == "/usr/bin:/bin|/usr/bin:/bin")
    }

    @Test("all other variables are passed on")
    func environment() {
        setenv("CARDS_SEARCH_PATH_TEST", "a=b", 1)
        defer { unsetenv("CARDS_SEARCH_PATH_TEST") }
        let environment = SearchPath("/usr/bin").environment
        #expect(environment.contains("CARDS_SEARCH_PATH_TEST=a=b"))
        #expect(environment.filter { $0.hasPrefix("PATH=") } == ["PATH=/usr/bin"])
    }
}
