internal import CardCodes
internal import Cards
internal import ChildProcesses
internal import Glibc

/// The pages of a PDF as pictures, one after another, drawn by pdftoppm, which ends when this value is destroyed.
///
/// It gets the bytes as an anonymous file, cannot write files, and is limited in memory and time. Every page has the same size,
/// whatever size it claims.
struct PDFPages: ~Copyable {
    enum Failure: Error {
        case notStarted(StartError)
        case timedOut
        case stopped
        /// Its output is not a valid picture.
        case damaged
    }

    static let program = "pdftoppm"
    /// Its Debian package.
    static let package = "poppler-utils"
    /// The maximum number of pages; further ones are ignored.
    static let maximumCount = 20
    /// The longer side of a page in pixels: about 215 pixels per inch for A4.
    static let longerSide = 2500

    /// The program's path; nil when it is not installed.
    static func path(in searchPath: SearchPath) -> String? { searchPath.path(of: program) }

    static func isPDF(_ bytes: [UInt8]) -> Bool { PictureFormat(of: bytes) == .pdf }

    /// What it draws.
    private enum Form: String {
        /// All pages in grey, for barcodes.
        case pages
        /// The first page as a PNG.
        case first
    }

    private let child: ChildProcess
    /// Of CPU time.
    private static let seconds = 20
    private let started = ContinuousClock.now
    private let output: Descriptor
    private let stop: Int32
    /// Output that was read but not used yet.
    private var buffer: [UInt8] = []

    /// - Parameters:
    ///   - path: the program's path.
    ///   - stop: a descriptor that ends the waiting when it becomes ready. It must stay open as long as this value exists.
    init(of bytes: [UInt8], drawnBy path: String, stop: Int32) throws(Failure) {
        try self.init(.pages, of: bytes, drawnBy: path, stop: stop)
    }

    private init(_ form: Form, of bytes: [UInt8], drawnBy path: String, stop: Int32) throws(Failure) {
        do throws(StartError) {
            let file = try Descriptor(holding: bytes)
            let pipe = try Pipe()
            child = try ChildProcess(
                starting: ChildCommand(
                    executable: "/bin/sh", arguments: ["/bin/sh", "-c", Self.line, path, form.rawValue],
                    environment: ["LC_ALL=C"],
                    files: [.descriptor(file.number), .descriptor(pipe.writer.number), .nothing]))
            output = pipe.reader
        } catch {
            throw .notStarted(error)
        }
        self.stop = stop
    }

    /// Limits: a gigabyte of memory, CPU time, no written file.
    private static let line = """
        ulimit -v 1048576; ulimit -t \(seconds); ulimit -c 0; ulimit -f 0
        case $1 in
            pages) exec "$0" -q -gray -scale-to \(longerSide) -l \(maximumCount) - ;;
            first) exec "$0" -q -png -singlefile -scale-to \(longerSide) -l 1 - ;;
        esac
        """

    /// A larger picture of one page is none that it drew.
    private static let maximumPicture = 32 << 20

    /// The first page as a PNG. Blocks until it is drawn.
    static func firstPage(
        of bytes: [UInt8], drawnBy path: String, stop: Int32, until deadline: ContinuousClock.Instant
    ) throws(Failure) -> [UInt8] {
        var pages = try PDFPages(.first, of: bytes, drawnBy: path, stop: stop)
        guard try !pages.fill(maximumPicture, until: deadline), !pages.buffer.isEmpty else { throw .damaged }
        return pages.buffer
    }

    /// Blocks until the next page. Nil after the last one, and for a document without pages.
    mutating func next(until deadline: ContinuousClock.Instant) throws(Failure) -> GreyImage? {
        guard let width = try number(after: "P5\n", until: deadline) else { return nil }
        guard let height = try number(after: "", until: deadline), try number(after: "", until: deadline) == 255,
            (1...Self.longerSide).contains(width), (1...Self.longerSide).contains(height),
            try fill(width * height, until: deadline),
            let page = GreyImage(width: width, height: height, pixels: Array(buffer.prefix(width * height)))
        else { throw .damaged }
        buffer.removeFirst(width * height)
        return page
    }

    /// Reads the number after `start`, and the single blank after it (PGM as pdftoppm writes it). Nil at the end.
    private mutating func number(after start: String, until deadline: ContinuousClock.Instant) throws(Failure) -> Int? {
        guard try fill(start.utf8.count + 1, until: deadline) else {
            guard buffer.isEmpty else { throw .damaged }
            return nil
        }
        guard buffer.starts(with: start.utf8) else { throw .damaged }
        var digits = ""
        for index in start.utf8.count..<start.utf8.count + 6 {
            guard try fill(index + 1, until: deadline) else { break }
            let character = Character(Unicode.Scalar(buffer[index]))
            if character.isWhitespace {
                buffer.removeFirst(index + 1)
                guard let number = Int(digits) else { break }
                return number
            }
            digits.append(character)
        }
        throw .damaged
    }

    /// Reads until the buffer holds `count` bytes; false when the output ends before.
    private mutating func fill(_ count: Int, until deadline: ContinuousClock.Instant) throws(Failure) -> Bool {
        while buffer.count < count {
            switch Readiness.first(of: [stop, output.number], until: deadline) {
            case nil: throw .timedOut
            case 0: throw .stopped
            default:
                guard let bytes = output.read(upTo: Pipe.capacity) else {
                    // It was killed for the CPU time that it used; that takes at least as long.
                    if started.duration(to: .now) >= .seconds(Self.seconds) { throw .timedOut }
                    return false
                }
                buffer += bytes
            }
        }
        return true
    }
}

extension PDFPages.Failure {
    /// The end of a sentence. The program's own messages are not shown: a hostile document could choose them.
    func reason(of file: [UInt8]) -> String {
        switch self {
        case .notStarted(let error): error.reason
        case .timedOut, .stopped: "it took too long"
        case .damaged: file.contains(bytesOf: "/Encrypt") ? "it may be locked with a password" : "it may be damaged"
        }
    }
}
