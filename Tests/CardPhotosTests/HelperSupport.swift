import Cards
import Glibc
import TestSupport
import Testing

@testable import CardPhotos

/// The program, which runs as the helper.
enum Helper {
    static let executable = Products.program

    /// A decoder that is shut down at the end. Its time limit is for a busy machine; the program's own is shorter.
    @discardableResult
    static func with<Result>(
        _ executable: String = executable, timeLimit: Duration = .seconds(60),
        _ body: (HelperPhotoDecoder) async throws -> Result
    ) async throws -> Result {
        let decoder = HelperPhotoDecoder(executable: executable, timeLimit: timeLimit)
        do {
            let result = try await body(decoder)
            await decoder.shutDown()
            return result
        } catch {
            await decoder.shutDown()
            throw error
        }
    }
}

/// A shell script that replaces a helper and misbehaves, in a temporary folder that is removed with it. `$0` is its path.
final class Script {
    let path: String
    private let folder: String

    init(_ lines: String) async throws {
        var template = Array("/tmp/cards-photos-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw PhotoError.decoderFailed("no folder for the test") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = folder + "/helper"
        let text = "#!/bin/sh\n" + lines + "\n"
        let descriptor = open(folder + "/source", O_WRONLY | O_CREAT | O_CLOEXEC, 0o700)
        let count = write(descriptor, text, text.utf8.count)
        close(descriptor)
        // A copy: a file that this process has just written may still be open in a child that another test is starting, and cannot
        // be executed then.
        guard count == text.utf8.count, try await succeeds("cp \"$1\" \"$2\"", folder + "/source", path) else {
            throw PhotoError.decoderFailed("no script for the test")
        }
    }

    deinit {
        for name in ["helper", "source", "mark"] { unlink(folder + "/" + name) }
        rmdir(folder)
    }
}

/// Information about a process from /proc.
enum ProcessFiles {
    static func text(_ name: String, of process: Int32) throws -> String {
        let descriptor = open("/proc/\(process)/\(name)", O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = read(descriptor, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
