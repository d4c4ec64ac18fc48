import Glibc
import PtySupport
import Terminal
import Testing

/// A shell script with commands of this program, on disks that are mounted for its processes only (``SmallDisk/isPossible``). In it
/// `desk` and `laptop` run the program in two homes, `disk FOLDER SIZE` mounts an empty disk, and `fill FOLDER KILOBYTES` leaves so much
/// room there, which `empty FOLDER` makes again.
struct SmallDiskScript {
    let (desk, laptop): (Home, Home)

    init() throws { (desk, laptop) = (try Home(), try Home()) }

    /// Runs it to its end. What a command writes is in the file that it names: `desk sync >"$OUT/sent"`.
    /// - Returns: its exit status.
    func run(_ script: String) async throws -> Int32 {
        let text = Self.functions + script
        let arguments = ["-m", "/bin/sh", "-c", text, Home.program, desk.folder.path, laptop.folder.path]
        let shell = try desk.start(
            program: "/usr/bin/unshare", arguments, environment: ["OUT": desk.folder.path])
        return try await shell.exitStatus()
    }

    /// What a command wrote.
    func text(_ name: String) throws -> String { try desk.folder.text(of: name) }

    private static let functions = """
        program=$0
        at() {
            home=$1
            shift
            HOME=$home XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/data XDG_STATE_HOME=$home/state \\
                XDG_CACHE_HOME=$home/cache "$program" "$@"
        }
        one=$1
        other=$2
        desk() { at "$one" "$@"; }
        laptop() { at "$other" "$@"; }
        disk() { mount -t tmpfs -o size="$2" none "$1"; }
        fill() {
            room=$(df -k --output=avail "$1" | tail -n 1)
            head -c $((room - $2))k /dev/zero >"$1/ballast"
        }
        empty() { rm "$1/ballast"; }

        """
}
