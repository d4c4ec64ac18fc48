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

    /// - Parameter command: the arguments of the program; none for its screen.
    init(_ home: Home, _ command: [String] = []) throws {
        folder = home.path("data")
        // Room is left for what SQLite needs to open the store, and for little more.
        let script = """
            folder=$1
            shift
            mount -t tmpfs -o size=2m none "$folder" && "$0" list 2>/dev/null \
                && room=$(df -k --output=avail "$folder" | tail -n 1) \
                && head -c $((room - 96))k /dev/zero >"$folder/ballast" && exec "$0" "$@"
            """
        program = try home.start(
            program: "/usr/bin/unshare", ["-m", "/bin/sh", "-c", script, Home.program, folder] + command)
    }

    func makeRoom() async throws {
        // The way into the program's own view of the files.
        unlink("/proc/\(await program.process)/root\(folder)/ballast")
    }
}
