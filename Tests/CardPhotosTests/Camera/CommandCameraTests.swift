import Cards
import ChildProcesses
import Glibc
import TestSupport
import Testing

@testable import CardPhotos

@Suite("The camera's command", .timeLimit(.minutes(5)))
struct CommandCameraTests {
    private let folder: CameraFolder
    private let clock = TestClock()

    init() throws { folder = try CameraFolder() }

    private func camera(_ command: String) -> CommandCamera { CommandCamera(command: command, clock: clock) }

    // MARK: - Pictures

    @Test("ffmpeg's pictures arrive complete, raw or as multipart", arguments: ["mjpeg", "mpjpeg"])
    func moving(format: String) async throws {
        var pictures: [[UInt8]] = []
        for try await picture in camera(CameraFolder.movingPictures(format: format)).pictures() {
            pictures.append(picture)
            if pictures.count == 3 { break }
        }
        #expect(Set(pictures).count == 3)
        let images = try await Helper.with { decoder in
            var images: [PixelImage] = []
            for picture in pictures {
                images.append(try await decoder.decode(picture, fitting: PixelSize(width: 640, height: 480)))
            }
            return images
        }
        #expect(images.allSatisfy { $0.size == PixelSize(width: 640, height: 480) })
        #expect(Set(images.map(\.rgba)).count == 3)
    }

    @Test("of pictures that are not consumed only the newest is kept")
    func newest() async throws {
        let numbers = try folder.pipe("numbers")
        let sent = [Pictures.progressiveJPEG, Pictures.oriented(Pictures.jpeg, 6), Pictures.jpeg]
        let files = try sent.enumerated().map { try folder.picture($1, "\($0).jpg") }
        let pictures = camera("echo $$ > \(numbers); exec cat \(files.joined(separator: " "))").pictures()
        let process = try #require(await folder.processes(from: "numbers").first)
        try await CameraFolder.waitUntilCollected(process)
        var iterator = pictures.makeAsyncIterator()
        #expect(try await iterator.next() == Pictures.jpeg)
        await #expect(throws: CameraError.ended(reason: "it ended")) { _ = try await iterator.next() }
    }

    // MARK: - Cancelling

    @Test("leaving the stream ends the command completely")
    func leaving() async throws {
        let numbers = try folder.pipe("numbers")
        let pictures = camera("echo $$ > \(numbers); exec \(CameraFolder.movingPictures())").pictures()
        let process = try #require(await folder.processes(from: "numbers").first)
        #expect(getsid(process) == process)
        for try await _ in pictures { break }
        // The stream still exists: it is released here.
        _ = consume pictures
        try await CameraFolder.waitUntilCollected(process)
        #expect(kill(process, 0) == -1)
    }

    @Test("cancelling the task ends the command, also while it sends nothing")
    func cancelling() async throws {
        let numbers = try folder.pipe("numbers")
        let camera = camera("echo $$ > \(numbers); exec sleep 1000")
        let task = Task { try await camera.failure() }
        let process = try #require(await folder.processes(from: "numbers").first)
        task.cancel()
        #expect(try await task.value == nil)
        try await CameraFolder.waitUntilCollected(process)
    }

    @Test("all children of the command end with it, even those that ignore signals")
    func stubborn() async throws {
        let (numbers, picture) = (try folder.pipe("numbers"), try folder.picture(Pictures.jpeg, "picture.jpg"))
        let command = "trap '' TERM; sleep 1000 & echo $! $$ > \(numbers); cat \(picture); while :; do wait; done"
        var processes: [pid_t] = []
        let camera = camera(command)
        let task = Task { for try await _ in camera.pictures() { return } }
        processes = await folder.processes(from: "numbers")
        try #require(processes.count == 2)
        try await task.value
        for process in processes { await CameraFolder.waitForEnd(of: process) }
        try await CameraFolder.waitUntilCollected(processes[1])
    }

    @Test("when the program dies, the command ends, even if it writes nothing and ignores signals")
    func programDies() async throws {
        let numbers = try folder.pipe("numbers")
        let command = "trap '' TERM; sleep 1000 & echo $! $$ > \(numbers); exec sleep 1000"
        let process = try CameraProcess(command: command)
        let processes = await folder.processes(from: "numbers")
        let identifier = process.child.identifier
        try #require(processes.count == 2 && processes.last == identifier)
        // As the kernel does for a dead program: our end of the pipe is closed, by replacing it with another file.
        let nothing = Descriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))
        dup2(nothing.number, process.lifeline.number)
        for process in processes { await CameraFolder.waitForEnd(of: process) }
        var words = ErrorOutputTail()
        let end = process.end(collecting: &words)
        #expect(end == .killed(signal: SIGKILL))
    }

    @Test("the next session waits until the previous one has closed the device")
    func oneAfterAnother() async throws {
        let picture = try folder.picture(Pictures.jpeg, "picture.jpg")
        let lock = "'\(folder.path("lock"))'"
        let camera = camera(
            """
            mkdir \(lock) || exit 1
            trap 'rmdir \(lock); exit' TERM
            cat \(picture)
            sleep 1000 & wait
            """)
        for _ in 0..<5 {
            var iterator = camera.pictures().makeAsyncIterator()
            #expect(try await iterator.next() == Pictures.jpeg)
        }
    }

    @Test("a stream that is released while it waits starts nothing")
    func letGo() async throws {
        let picture = try folder.picture(Pictures.jpeg, "picture.jpg")
        let camera = camera("echo start >> '\(folder.path("starts"))'; cat \(picture); exec sleep 1000")
        for try await _ in camera.pictures() {
            _ = camera.pictures()
            break
        }
        for try await _ in camera.pictures() { break }
        #expect(try folder.folder.text(of: "starts") == "start\nstart\n")
    }

    @Test("a stream that was never read ends its command when it is released")
    func neverRead() async throws {
        let numbers = try folder.pipe("numbers")
        var pictures: AsyncThrowingStream? = camera("echo $$ > \(numbers); exec sleep 1000").pictures()
        let process = try #require(await folder.processes(from: "numbers").first)
        #expect(pictures != nil)
        pictures = nil
        try await CameraFolder.waitUntilCollected(process)
    }

    // MARK: - Errors

    @Test("errors of a missing and of a failing command contain the last line of their error output")
    func ends() async throws {
        #expect(try await camera("no-such-camera").failure()?.userMessage.contains("no-such-camera: not found") == true)
        let words = try await camera("echo first >&2; echo '/dev/video0: Device or resource busy.' >&2; exit 1")
            .failure()
        #expect(words == .ended(reason: "/dev/video0: Device or resource busy"))
        #expect(try await camera("exit 3").failure() == .ended(reason: "exit code 3"))
        #expect(try await camera("kill -9 $$").failure() == .ended(reason: "signal 9"))
        #expect(try await camera("printf '\\033[2Jboo' >&2").failure() == .ended(reason: "\\u{1B}[2Jboo"))
    }

    @Test("ffmpeg's real error for a missing device")
    func noDevice() async throws {
        let command = "ffmpeg -nostdin -hide_banner -loglevel error -f v4l2 -i /nowhere/video -f mjpeg -"
        let path = "/nowhere/video: No such file or directory"
        // The second form since version 6.1.
        let reasons = [path, "Cannot open video device \(path)"]
        let failure = try await camera(command).failure()
        #expect(reasons.contains { failure == .ended(reason: $0) }, "\(String(describing: failure))")
    }

    @Test("a command that writes text is ended, and the error says what to write")
    func text() async throws {
        #expect(try await camera("yes 'no picture'").failure() == .noPictures)
    }

    @Test("a picture that never ends gives an error")
    func endless() async throws {
        let start = try folder.picture(Pictures.jpeg.dropLast(2), "start.jpg")
        #expect(try await camera("cat \(start) /dev/zero").failure() == .pictureTooLarge(megabytes: 16))
    }

    @Test("a command has empty input, and inherits no files")
    func surroundings() async throws {
        #expect(try await camera("cat >&2; ls /proc/self/fd | tr '\\n' ' ' >&2").failure() == .ended(reason: "0 1 2 3"))
    }

    @Test("no picture for five seconds ends the session; a picture in time does not")
    func silence() async throws {
        let (again, picture) = (try folder.pipe("again"), try folder.picture(Pictures.jpeg, "picture.jpg"))
        let command = "cat \(picture); read nothing < \(again); cat \(picture); exec sleep 1000"
        var iterator = camera(command).pictures().makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        // There was a picture in the first second.
        for _ in 0..<5 { await second() }
        // If the session had ended, nothing would sleep on the clock.
        await clock.waitForSleeper()
        await folder.tell("again")
        #expect(try await iterator.next() != nil)
        for _ in 0..<6 { await second() }
        await #expect(throws: CameraError.silent(seconds: 5)) { _ = try await iterator.next() }
    }

    @Test("a camera that sends nothing from the start is reported as silent")
    func silentFromTheStart() async throws {
        let camera = camera("exec sleep 1000")
        async let failure = camera.failure()
        for _ in 0..<5 { await second() }
        #expect(try await failure == .silent(seconds: 5))
    }

    private func second() async {
        await clock.waitForSleeper()
        clock.advance(by: .seconds(1))
    }
}
