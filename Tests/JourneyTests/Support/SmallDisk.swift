import Glibc
import PtySupport
import Terminal

/// The program with its store on a disk of its own that is all but full. It takes root's right to mount, in a mount namespace
/// that ends with the program.
struct SmallDisk {
    static let isPossible =
        getuid() == 0 && Files.exists("/usr/bin/unshare")
        && system("unshare -m mount -t tmpfs none /mnt 2>/dev/null") == 0

    let program: TerminalProgram
    private let folder: String

    init(_ home: Home) throws {
        folder = home.path("data")
        // Room is left for what SQLite needs to open the store, and for little more.
        let script = """
            mount -t tmpfs -o size=2m none "$1" && "$0" list 2>/dev/null \
                && room=$(df -k --output=avail "$1" | tail -n 1) && head -c $((room - 96))k /dev/zero >"$1/ballast" \
                && exec "$0"
            """
        program = try home.start(
            program: "/usr/bin/unshare", ["-m", "/bin/sh", "-c", script, Home.program, folder])
    }

    func makeRoom() async throws {
        // The way into the program's own view of the files.
        unlink("/proc/\(await program.process)/root\(folder)/ballast")
    }
}
