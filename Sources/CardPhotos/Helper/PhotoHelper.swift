internal import CProcess
internal import CardBarcodes
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
        while let head = MessageHead(try socket.read(MessageHead.byteCount)), let request = HelperRequest(head) {
            let bytes = try socket.read(request.byteCount)
            let (answer, content) = perform(request.work, on: bytes, with: &decoding)
            try socket.write(answer.head.bytes)
            try socket.write(content)
        }
    }

    private static func perform(
        _ work: HelperRequest.Work, on bytes: [UInt8], with decoding: inout PixelDecoding?
    ) -> (HelperAnswer, [UInt8]) {
        do throws(DecodeFailure) {
            // The library is opened with the first picture: without it the helper still answers.
            let opened = if let decoding { decoding } else { try PixelDecoding() }
            decoding = opened
            switch work {
            case .pixels(let target):
                let image = try opened.decode(bytes, fitting: target)
                return (.pixels(image.size), image.rgba)
            case .thumbnail(let target):
                let photo = try opened.thumbnail(of: bytes, fitting: target)
                return (.photo(byteCount: photo.count), photo)
            case .crop(let crop):
                guard let photo = try opened.crop(bytes, to: crop) else { return (.unchanged, []) }
                return (.photo(byteCount: photo.count), photo)
            case .codes: return try codes(on: try opened.grey(bytes))
            case .greyCodes(let size):
                guard let image = GreyImage(width: size.width, height: size.height, pixels: bytes) else {
                    throw .damaged
                }
                return try codes(on: image)
            }
        } catch {
            return (.failure(error), [])
        }
    }

    private static func codes(on image: GreyImage) throws(DecodeFailure) -> (HelperAnswer, [UInt8]) {
        do throws(ZXingReader.Failure) {
            let content = CodeMessage.bytes(of: try ZXingReader().codes(in: image))
            return (.codes(byteCount: content.count), content)
        } catch {
            switch error {
            case .libraryMissing: throw .readerMissing
            case .gaveUp: throw .outOfMemory
            }
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
