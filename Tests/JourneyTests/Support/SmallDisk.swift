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

    /// - Parameters:
    ///   - command: the arguments of the program; none for its screen.
    ///   - card: is in the store, and not a byte is left beside it; without one there is room for what SQLite needs to open the store.
    init(_ home: Home, _ command: [String] = [], card: String? = nil) throws {
        folder = home.path("data")
        // Room is left for what SQLite needs to open the store, and for little more.
        let script = """
            folder=$1
            shift
            mount -t tmpfs -o size=2m none "$folder" && "$0" list 2>/dev/null \
                && room=$(df -k --output=avail "$folder" | tail -n 1) \
                && head -c $((room - 96))k /dev/zero >"$folder/ballast" && exec "$0" "$@"
            """
        let full = """
            folder=$1
            name=$2
            shift 2
            mount -t tmpfs -o size=2m none "$folder" && "$0" add --name "$name" --number 1 >/dev/null
            cat /dev/zero >"$folder/ballast" 2>/dev/null
            exec "$0" "$@"
            """
        let arguments = [card == nil ? script : full, Home.program, folder] + (card.map { [$0] } ?? []) + command
        program = try home.start(program: "/usr/bin/unshare", ["-m", "/bin/sh", "-c"] + arguments)
    }

    func makeRoom() async throws {
        // The way into the program's own view of the files.
        unlink("/proc/\(await program.process)/root\(folder)/ballast")
    }
}
