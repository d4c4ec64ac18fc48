import CPty
import Cards
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import CardPhotos

/// A temporary folder for camera commands: pictures to send, and pipes for synchronization.
struct CameraFolder {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// ffmpeg's animated test picture, as fast as it is read.
    static func movingPictures(_ options: String = "", format: String = "mjpeg") -> String {
        "ffmpeg -nostdin -hide_banner -loglevel error -f lavfi -i testsrc=size=640x480:rate=30 \(options) "
            + "-c:v mjpeg -f \(format) -"
    }

    func path(_ name: String) -> String { folder.path + "/" + name }

    /// A file for the command to send, quoted for the shell.
    func picture(_ bytes: [UInt8], _ name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: path(name)))
        return "'\(path(name))'"
    }

    /// A named pipe, quoted for the shell.
    func pipe(_ name: String) throws -> String {
        try #require(mkfifo(path(name), 0o600) == 0)
        return "'\(path(name))'"
    }

    /// Waits for the process ids that the command writes into the pipe.
    func processes(from name: String) async -> [pid_t] {
        let path = path(name)
        return await blocking {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return [] }
            defer { close(descriptor) }
            var buffer = [UInt8](repeating: 0, count: 256)
            var bytes: [UInt8] = []
            while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer.prefix(count) }
            let text = String(decoding: bytes, as: UTF8.self)
            return text.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
        }
    }

    /// Resumes a command that reads from the pipe.
    func tell(_ name: String) async {
        let path = path(name)
        let written = await blocking {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            defer { close(descriptor) }
            return write(descriptor, "\n", 1)
        }
        #expect(written == 1)
    }

    /// Waits until the process has ended; it may have ended before.
    static func waitForEnd(of process: pid_t) async {
        await blocking {
            let descriptor = pty_process_descriptor(process)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while poll(&waiting, 1, -1) < 0, errno == EINTR {}  // blocking
        }
    }

    /// Waits until the child has ended and has been waited for: it is no zombie.
    static func waitUntilCollected(_ child: pid_t) async throws {
        try await eventually("the child's end to be collected") {
            var information = siginfo_t()
            return waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT) != 0
        }
    }
}

extension CommandCamera {
    /// The error with which the stream ends.
    func failure() async throws -> CameraError? {
        do throws(any Error) {
            for try await _ in pictures() {}
            return nil
        } catch let error as CameraError {
            return error
        }
    }
}
