internal import CProcess
internal import Cards
internal import Glibc

/// The program as its own photo decoder: what runs in the child process, behind a hidden argument. It has no terminal,
/// opens no store and talks only to the socket that is its standard input.
public enum PhotoHelper {
    /// As the first argument, it makes the program the helper.
    public static let argument = "--decode-photos"

    /// Decodes what it is asked for, until the program that started it closes the socket or ends.
    public static func run() -> Never {
        limitSelf()
        let socket = HelperSocket(owning: STDIN_FILENO)
        do throws(HelperSocket.Failure) {
            try answerRequests(on: socket)
        } catch {
            // The program is gone, and nobody is left to tell.
        }
        exit(EXIT_SUCCESS)
    }

    private static func answerRequests(on socket: borrowing HelperSocket) throws(HelperSocket.Failure) {
        var decoding: PixelDecoding?
        while let head = MessageHead(try socket.read(MessageHead.byteCount)), let request = DecodeRequest(head) {
            let bytes = try socket.read(request.byteCount)
            switch decode(bytes, fitting: request.target, with: &decoding) {
            case .success(let image):
                try socket.write(DecodeAnswer.picture(image.size).head.bytes)
                try socket.write(image.rgba)
            case .failure(let failure):
                try socket.write(DecodeAnswer.failure(failure).head.bytes)
            }
        }
    }

    /// Opens the library with the first picture: without it the helper still answers.
    private static func decode(
        _ bytes: [UInt8], fitting target: PixelSize, with decoding: inout PixelDecoding?
    ) -> Result<PixelImage, DecodeFailure> {
        do throws(DecodeFailure) {
            let opened = if let decoding { decoding } else { try PixelDecoding() }
            decoding = opened
            return .success(try opened.decode(bytes, fitting: target))
        } catch {
            return .failure(error)
        }
    }

    /// Takes from the process what decoding does not need, so that a picture that takes it over gains nothing by it,
    /// and what no honest picture uses up: 100 megapixels are 400 MB, and the libraries take some.
    private static func limitSelf() {
        _ = cprocess_set_parent_death_signal(SIGKILL)
        _ = cprocess_set_no_new_privileges()
        _ = cprocess_limit_memory(640 << 20)
        _ = cprocess_limit_core(0)
        _ = cprocess_limit_written_file(0)
        _ = cprocess_limit_open_files(16)
    }
}
