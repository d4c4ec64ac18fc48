import Glibc
import PtySupport
import Terminal
import TestSupport
import Testing

/// The program with its store on a nearly full disk of its own. It needs root's permission to mount, in a mount namespace that ends
/// with the program.
struct SmallDisk {
    private static let mounts = Task { try await succeeds("exec unshare -m mount -t tmpfs none /mnt") }

    /// Runs a test only where it may mount a disk.
    static let isPossible = ConditionTrait.enabled("needs the right to mount") {
        getuid() == 0 ? try await mounts.value : false
    }

    let program: TerminalProgram
    private let folder: String

    /// - Parameters:
    ///   - command: the arguments of the program; none for its screen.
    ///   - card: in the store, with not a byte left beside it; nil leaves the space that SQLite needs to open the store.
    init(_ home: Home, _ command: [String] = [], card: String? = nil) throws {
        folder = home.path("data")
        // Leaves the space that SQLite needs to open the store, and little more.
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
        // Reaches the file through the program's mount namespace.
        unlink("/proc/\(await program.process)/root\(folder)/ballast")
    }
}
