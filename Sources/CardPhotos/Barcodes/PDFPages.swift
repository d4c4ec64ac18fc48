internal import CardBarcodes
internal import Cards
internal import ChildProcesses
internal import Glibc

/// The pages of a PDF as pictures, one after another: pdftoppm draws them, and ends with this value.
///
/// It gets the bytes as a file without a name, writes no file, and may take so much memory and time and no more. Each page comes
/// at the same size, however large it says it is.
struct PDFPages: ~Copyable {
    enum Failure: Error {
        case notStarted(StartError)
        case timedOut
        case stopped
        /// It wrote what is no picture.
        case damaged
    }

    static let program = "pdftoppm"
    /// The Debian package that has it.
    static let package = "poppler-utils"
    /// Of a longer document the first.
    static let maximumCount = 20
    /// The longer side of a page, in pixels: a page of A4 has some 215 to the inch.
    static let longerSide = 2500

    /// Where it is; nil when it is not installed.
    static func path(in searchPath: SearchPath) -> String? { searchPath.path(of: program) }

    static func isPDF(_ bytes: [UInt8]) -> Bool { PictureFormat(of: bytes) == .pdf }

    private let child: ChildProcess
    private let output: Descriptor
    private let stop: Int32
    /// What was written and not yet taken.
    private var buffer: [UInt8] = []

    /// - Parameters:
    ///   - path: of the program.
    ///   - stop: a descriptor that ends the waiting when it becomes ready, and stays open as long as this lives.
    init(of bytes: [UInt8], drawnBy path: String, stop: Int32) throws(Failure) {
        do throws(StartError) {
            let file = try Descriptor(holding: bytes)
            let pipe = try Pipe()
            child = try ChildProcess(
                starting: ChildCommand(
                    executable: "/bin/sh", arguments: ["/bin/sh", "-c", Self.line, path], environment: ["LC_ALL=C"],
                    files: [.descriptor(file.number), .descriptor(pipe.writer.number), .nothing]))
            output = pipe.reader
        } catch {
            throw .notStarted(error)
        }
        self.stop = stop
    }

    /// A gigabyte, 20 seconds of work, no file.
    private static let line = """
        ulimit -v 1048576; ulimit -t 20; ulimit -c 0; ulimit -f 0
        exec "$0" -q -gray -scale-to \(longerSide) -l \(maximumCount) -
        """

    /// Waits for the next page. Nil behind the last one, and where there is none. Blocks.
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

    /// The digits behind such a start, and the blank behind them (PGM, one blank each as pdftoppm writes it). Nil at the end.
    private mutating func number(after start: String, until deadline: ContinuousClock.Instant) throws(Failure) -> Int? {
        guard try fill(start.utf8.count + 1, until: deadline) else {
            guard buffer.isEmpty else { throw .damaged }
            return nil
        }
        guard buffer.starts(with: start.utf8) else { throw .damaged }
        var digits = ""
        for place in start.utf8.count..<start.utf8.count + 6 {
            guard try fill(place + 1, until: deadline) else { break }
            let character = Character(Unicode.Scalar(buffer[place]))
            if character.isWhitespace {
                buffer.removeFirst(place + 1)
                guard let number = Int(digits) else { break }
                return number
            }
            digits.append(character)
        }
        throw .damaged
    }

    /// Reads until the buffer holds so many bytes; false when the output ends before.
    private mutating func fill(_ count: Int, until deadline: ContinuousClock.Instant) throws(Failure) -> Bool {
        while buffer.count < count {
            switch Readiness.first(of: [stop, output.number], until: deadline) {
            case nil: throw .timedOut
            case 0: throw .stopped
            default:
                guard let bytes = output.read(upTo: Pipe.capacity) else { return false }
                buffer += bytes
            }
        }
        return true
    }
}
