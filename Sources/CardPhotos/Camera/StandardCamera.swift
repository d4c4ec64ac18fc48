internal import Cards
internal import ChildProcesses
internal import Glibc

/// The camera of a user who has set none: ffmpeg on the first video device, where both are there.
struct StandardCamera {
    var device = "/dev/video0"
    /// Where programs are looked for.
    var searchPath = SearchPath.own
    /// Whether we may use a file in a way; `access` of the system. The owner of the machine may everything, so tests say it.
    var mayUse: @Sendable (_ path: String, _ mode: Int32) -> Bool = { access($0, $1) == 0 }

    /// The line for the shell.
    func command() throws(CameraError) -> String {
        guard mayUse(device, F_OK) else { throw .noCamera(device: device) }
        guard let program = searchPath.path(of: "ffmpeg", where: { mayUse($0, X_OK) }) else { throw .ffmpegMissing }
        guard mayUse(device, R_OK | W_OK) else { throw .notAllowed(device: device) }
        return line(program)
    }

    /// Most cameras make JPEGs themselves, in sizes and at a pace that are beyond them without: these go through as they
    /// are. The driver takes the nearest size that it has. One that makes none is asked again for what it offers.
    private func line(_ program: String) -> String {
        // As one word of the shell, whatever is in it.
        let word =
            "'" + program.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        let start = "\(word) -nostdin -hide_banner -loglevel error -f v4l2"
        let end = "-f mjpeg -"
        let asTheyAre = "\(start) -input_format mjpeg -video_size 1920x1080 -i \(device) -c:v copy \(end)"
        let made = "\(start) -video_size 1280x720 -i \(device) -c:v mjpeg -q:v 3 \(end)"
        return "\(asTheyAre) || exec \(made)"
    }
}
