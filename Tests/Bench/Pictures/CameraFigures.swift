import PtySupport

/// The camera pictures shown per second, and the CPU use of the program and its helper; the camera's own command is not counted.
struct CameraFigures {
    private static let command =
        PhotoFiles.ffmpeg + " -nostdin -hide_banner -loglevel error -re -f lavfi -i testsrc=size=640x480:rate=30"
        + " -c:v mjpeg -q:v 3 -f mjpeg -"
    private static let watched = Duration.seconds(5)
    /// Output farther apart belongs to two frames.
    private static let gap = Duration.milliseconds(10)
    /// The number of fields before that of the front photo.
    private static let fields = 11

    let framesPerSecond: Double
    let bytesPerFrame: Double
    /// In percent of one processor.
    let processor: Double
    let programProcessor: Double
    let helperMemory: Double

    init(_ data: PhotoBenchmarkData) throws {
        var program = try data.program(camera: Self.command)
        program.ready = "add your first card"
        let terminal = try program.startReady()
        let recorder = terminal.recorder
        defer { recorder.kill() }
        for key in ["a", "Camera"] + Array(repeating: "\t", count: Self.fields) {
            _ = MoveFigures.press(Array(key.utf8), recorder)
        }
        guard terminal.press([0x14], until: { $0.pictureCells(in: 0..<80) > 500 }) != nil else {
            throw BenchError("the camera shows nothing:\n\(terminal.text)")
        }
        recorder.read(until: .now + .seconds(1))
        guard let helper = ProcessStatus.helper(of: recorder.process) else { throw BenchError("there is no helper") }
        let (own, first) = (ProcessStatus(of: recorder.process), recorder.chunks.count)
        let start = ContinuousClock.now
        recorder.read(until: start + Self.watched)
        let parts = start.duration(to: .now).components
        let seconds = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
        let (ownAfter, helperAfter) = (ProcessStatus(of: recorder.process), ProcessStatus(of: helper.process))
        var frames = 0
        var last: ContinuousClock.Instant?
        for chunk in recorder.chunks[first...] {
            if last.map({ $0.duration(to: chunk.time) > Self.gap }) ?? true { frames += 1 }
            last = chunk.time
        }
        framesPerSecond = Double(frames) / seconds
        bytesPerFrame =
            Double(recorder.chunks[first...].reduce(0) { $0 + $1.bytes.count }) / Double(max(1, frames))
        programProcessor = Double(ownAfter.ticks - own.ticks) / seconds
        processor = programProcessor + Double(helperAfter.ticks - helper.ticks) / seconds
        helperMemory = helperAfter.peakMemory
    }
}
