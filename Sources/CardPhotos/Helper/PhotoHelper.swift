internal import CConfinement
internal import CProcess
internal import CardCodes
internal import Cards
internal import Glibc

/// The program as its own photo decoder, run in a child process by a hidden argument. It has no terminal and opens no store. It
/// opens the libraries that it was started for, confines itself (``Confinement``), and only then reads from the socket at its
/// standard input: a picture that takes it over can only write answers there.
public enum PhotoHelper {
    /// The first argument that makes the program the helper; the others are its ``HelperCapabilities``.
    public static let argument = "--decode-photos"

    /// Answers requests until the program that started it closes the socket or ends.
    public static func run(_ arguments: [String]) -> Never {
        Confinement.setLimits()
        let libraries = HelperLibraries(for: HelperCapabilities(arguments: arguments))
        let isConfined = Confinement.confine()
        let socket = HelperSocket(owning: STDIN_FILENO)
        do throws(HelperSocket.Failure) {
            try answerRequests(on: socket) { work, bytes in
                isConfined ? perform(work, on: bytes, with: libraries) : (.failure(.notConfined), [])
            }
        } catch {
            // The program has ended, so the error cannot be reported.
        }
        exit(EXIT_SUCCESS)
    }

    private static func answerRequests(
        on socket: borrowing HelperSocket, by perform: (HelperRequest.Work, [UInt8]) -> (HelperAnswer, [UInt8])
    ) throws(HelperSocket.Failure) {
        while let head = MessageHead(try socket.read(MessageHead.byteCount)), let request = HelperRequest(head) {
            let bytes = try socket.read(request.byteCount)
            let (answer, content) = perform(request.work, bytes)
            try socket.write(answer.head.bytes)
            try socket.write(content)
        }
    }

    private static func perform(
        _ work: HelperRequest.Work, on bytes: [UInt8], with libraries: HelperLibraries
    ) -> (HelperAnswer, [UInt8]) {
        do throws(DecodeFailure) {
            switch work {
            case .pixels(let target):
                let image = try libraries.decoding.get().decode(bytes, fitting: target)
                return (.pixels(image.size, isDamaged: image.isDamaged), image.rgba)
            case .thumbnail(let target):
                let photo = try libraries.decoding.get().thumbnail(of: bytes, fitting: target)
                return (.photo(byteCount: photo.count), photo)
            case .crop(let crop):
                guard let photo = try libraries.decoding.get().crop(bytes, to: crop) else { return (.unchanged, []) }
                return (.photo(byteCount: photo.count), photo)
            case .codes: return try codes(on: try libraries.decoding.get().grey(bytes))
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
}

/// Removes rights from the helper process, so that a picture that takes it over gains nothing.
enum Confinement {
    /// Makes it end with the program that started it, and limits its resources: 640 MB suffice, since 100 megapixels need 400 MB,
    /// and the libraries some more.
    static func setLimits() {
        _ = cprocess_set_parent_death_signal(SIGKILL)
        _ = cprocess_set_no_new_privileges()
        _ = cprocess_limit_memory(640 << 20)
        _ = cprocess_limit_core(0)
        _ = cprocess_limit_written_file(0)
        _ = cprocess_limit_open_files(16)
    }

    /// From here on it can use its memory and its socket only. False where the system cannot enforce that.
    static func confine() -> Bool {
        // Landlock, the second barrier, is missing before Linux 5.13 and where it is disabled; then seccomp has to suffice.
        _ = cconfinement_close_landlock()
        return cconfinement_close_filter()
    }
}
