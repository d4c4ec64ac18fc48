import BarcodeSupport
import CardBarcodes
import Cards
import ChildProcesses
import Glibc
import TestSupport
import Testing

@testable import CardPhotos

/// Reads the pages of a document, drawn by the real pdftoppm or by a script that misbehaves.
@Suite("Barcodes on the pages of a PDF")
struct PDFTests {
    private static let path = getenv("PATH").map { String(cString: $0) } ?? ""

    private func read(
        _ file: [UInt8], searchPath: String = Self.path, timeLimit: Duration = .seconds(30)
    ) async throws -> [String] {
        let reader = HelperBarcodeReader(
            executable: Helper.executable, timeLimit: timeLimit, searchPath: SearchPath(searchPath))
        return try await reader.barcodes(in: file).map { "\($0.page ?? 0): \($0.barcode.format.label) \($0.number)" }
    }

    /// A folder with a pdftoppm that runs this script.
    private final class Program {
        let folder: String
        private let script: Script

        init(_ lines: String) async throws {
            script = try await Script(lines)
            folder = script.path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
            symlink("helper", folder + "/pdftoppm")
        }

        deinit { unlink(folder + "/pdftoppm") }
    }

    private func failure(_ reason: String) -> BarcodeReadingError { .pagesFailed(reason: reason) }

    @Test("each code is found once, with the page on which it is first")
    func pages() async throws {
        let (bars, square) = (
            try BarcodePictures.symbol("5901234123457", .ean13), try BarcodePictures.symbol("hello", .qrCode)
        )
        #expect(
            try await read(BarcodePictures.pdf([bars, nil, square, bars]))
                == ["1: EAN-13 5901234123457", "3: QR code hello"])
        #expect(try await read(BarcodePictures.pdf([nil])) == [])
    }

    @Test("of ten thousand pages twenty are read, and a page of a kilometre is drawn at the usual size")
    func huge() async throws {
        let square = try BarcodePictures.symbol("hello", .qrCode)
        let blanks = [BarcodeSymbol?](repeating: nil, count: 19)
        #expect(try await read(BarcodePictures.pdf(blanks + [square, square], pages: 10_000)) == ["20: QR code hello"])
        #expect(try await read(BarcodePictures.pdf(blanks + [nil, square], pages: 10_000)) == [])
        for box in ["0 0 3000000 3000000", "0 0 3000000 1", "0 0 0 0"] {
            #expect(try await read(BarcodePictures.pdf([nil], box: box)) == [])
        }
    }

    @Test("locked, damaged and empty documents have their own errors")
    func refused() async throws {
        let key = String(repeating: "a", count: 32)
        let lock = "/Encrypt << /Filter /Standard /V 1 /R 2 /O (\(key)) /U (\(key)) /P -4 >> /ID [(a)(a)] "
        await #expect(throws: failure("it may be locked with a password")) {
            _ = try await read(BarcodePictures.pdf([nil], trailer: lock))
        }
        for bytes in [Array("%PDF-1.4\nnonsense".utf8), BarcodePictures.pdf([])] {
            await #expect(throws: failure("it may be damaged")) { _ = try await read(bytes) }
        }
    }

    @Test("without the program the error names its package")
    func missing() async throws {
        let error = BarcodeReadingError.pagesNeed(program: "pdftoppm", package: "poppler-utils")
        await #expect(throws: error) { _ = try await read(BarcodePictures.pdf([nil]), searchPath: "/nowhere::") }
    }

    @Test("invalid output, and pages of unexpected size, are rejected")
    func nonsense() async throws {
        for output in ["hello", #"P5\n70000 70000\n255\n"#, #"P5\n2 2\n255\nab"#, #"P6\n1 1\n255\nabc"#, #"P5\n1"#] {
            let program = try await Program("printf '\(output)'")
            await #expect(throws: failure("it may be damaged"), "\(output)") {
                _ = try await read(BarcodePictures.pdf([nil]), searchPath: program.folder)
            }
        }
    }

    @Test("a program that hangs after a page is ended by the timeout")
    func slow() async throws {
        let page = #"P5\n2 2\n255\nabcd"#
        let program = try await Program("printf '\(page)'; exec /bin/sleep 1000")
        await #expect(throws: failure("it took too long")) {
            _ = try await read(BarcodePictures.pdf([nil]), searchPath: program.folder, timeLimit: .milliseconds(100))
        }
    }

    @Test("cancelling ends the program at once")
    func cancelled() async throws {
        // It cannot write files, so it stores its process id as the target of a symbolic link.
        let program = try await Program(#"/bin/ln -s $$ "${0%/*}/mark"; exec /bin/sleep 1000"#)
        let reader = HelperBarcodeReader(
            executable: Helper.executable, timeLimit: .seconds(600), searchPath: SearchPath(program.folder))
        let reading = Task { try await reader.barcodes(in: BarcodePictures.pdf([nil])) }
        var identifier: Int32?
        try await eventually("the program's start") {
            var target = [CChar](repeating: 0, count: 32)
            if readlink(program.folder + "/mark", &target, 31) > 0 { identifier = Int32(atoi(target)) }
            return identifier != nil
        }
        reading.cancel()
        await #expect(throws: CancellationError.self) { _ = try await reading.value }
        #expect(kill(try #require(identifier), 0) == -1)
    }
}
