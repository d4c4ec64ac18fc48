import Cards
import ChildProcesses
import Glibc
import TestSupport
import Testing

@testable import CardPhotos

@Suite("The camera when none is set", .timeLimit(.minutes(5)))
struct StandardCameraTests {
    private let clock = TestClock()

    private func camera(_ usable: [String: Int32], searchPath: String = "/bin:/usr/bin") -> CommandCamera {
        let standard = StandardCamera(device: "/dev/camera", searchPath: SearchPath(searchPath)) { path, mode in
            usable[path].map { $0 & mode == mode } ?? false
        }
        return CommandCamera(command: nil, standard: standard, clock: clock)
    }

    @Test("each missing thing has its own error")
    func missing() async throws {
        let all = R_OK | W_OK | X_OK
        #expect(try await camera(["/bin/ffmpeg": all]).failure() == .noCamera(device: "/dev/camera"))
        #expect(try await camera(["/dev/camera": all]).failure() == .ffmpegMissing)
        #expect(try await camera(["/dev/camera": all, "/usr/bin/ffmpeg": R_OK]).failure() == .ffmpegMissing)
        let nobody = try await camera(["/dev/camera": R_OK, "/usr/bin/ffmpeg": all]).failure()
        #expect(nobody == .notAllowed(device: "/dev/camera"))
        #expect(nobody?.userMessage.contains("group video") == true)
    }

    @Test("ffmpeg is run by its path, never from an empty or relative entry of PATH")
    func byPath() throws {
        func line(_ path: String) throws -> String {
            try StandardCamera(searchPath: SearchPath(path)) { _, _ in true }.command()
        }
        #expect(try line(".::bin:/opt/it's/bin:/usr/bin").hasPrefix("'/opt/it'\\''s/bin/ffmpeg' -nostdin"))
        #expect(try line("::.").hasPrefix("'/usr/local/bin/ffmpeg' -nostdin"))
    }

    @Test("a configured command is used whatever is missing")
    func commandSet() async throws {
        let camera = CommandCamera(command: "exit 3", standard: StandardCamera(device: "/nowhere"), clock: clock)
        #expect(try await camera.failure() == .ended(reason: "exit code 3"))
    }

    @Test("JPEGs are requested of the camera first, and its raw pictures if it has none")
    func fallingBack() async throws {
        let folder = try CameraFolder()
        let picture = try folder.picture(Pictures.jpeg, "picture.jpg")
        let camera = StandardCamera(device: "/dev/camera", searchPath: SearchPath(folder.folder.path)) { _, _ in true }
        let line = try camera.command()
        for (makesJPEGs, used) in [(true, "copy"), (false, "mjpeg")] {
            // Replaces ffmpeg, and prints its arguments.
            let program = """
                #!/bin/sh
                case "$*" in *"-input_format mjpeg"*) \(makesJPEGs) || exit 1;; esac
                echo "$*" >&2
                cat \(picture)
                """
            let source = try folder.folder.write(program, to: "source", mode: 0o700)
            // Retries: a file that this process has just written may still be open in a child that another test is starting, and
            // cannot be executed then.
            let command = "cp '\(source)' '\(folder.path("ffmpeg"))'; \(line)"
            let camera = CommandCamera(command: command, clock: clock)
            var pictures = 0
            do {
                for try await _ in camera.pictures() { pictures += 1 }
            } catch CameraError.ended(let reason) {
                #expect(reason.contains("-f v4l2") && reason.contains("-i /dev/camera"))
                #expect(reason.contains("-c:v \(used) ") && reason.hasSuffix("-f mjpeg -"))
            }
            #expect(pictures == 1)
        }
    }
}
