import BarcodeSupport
import CardCodes
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
            try await read(SymbolDocument.pdf([bars, nil, square, bars]))
                == ["1: EAN-13 5901234123457", "3: QR code hello"])
        #expect(try await read(SymbolDocument.pdf([nil])) == [])
    }

    @Test("of ten thousand pages twenty are read, and a page of a kilometre is drawn at the usual size")
    func huge() async throws {
        let square = try BarcodePictures.symbol("hello", .qrCode)
        let blanks = [BarcodeSymbol?](repeating: nil, count: 19)
        #expect(try await read(SymbolDocument.pdf(blanks + [square, square], pages: 10_000)) == ["20: QR code hello"])
        #expect(try await read(SymbolDocument.pdf(blanks + [nil, square], pages: 10_000)) == [])
        for box in ["0 0 3000000 3000000", "0 0 3000000 1", "0 0 0 0"] {
            #expect(try await read(SymbolDocument.pdf([nil], box: box)) == [])
        }
    }

    @Test("locked, damaged and empty documents have their own errors")
    func refused() async throws {
        let key = String(repeating: "a", count: 32)
        let lock = "/Encrypt << /Filter /Standard /V 1 /R 2 /O (\(key)) /U (\(key)) /P -4 >> /ID [(a)(a)] "
        await #expect(throws: failure("it may be locked with a password")) {
            _ = try await read(SymbolDocument.pdf([nil], trailer: lock))
        }
        for bytes in [Array("%PDF-1.4\nnonsense".utf8), SymbolDocument.pdf([])] {
            await #expect(throws: failure("it may be damaged")) { _ = try await read(bytes) }
        }
    }

    @Test("without the program the error names its package")
    func missing() async throws {
        let error = BarcodeReadingError.pagesNeed(program: "pdftoppm", package: "poppler-utils")
        await #expect(throws: error) { _ = try await read(SymbolDocument.pdf([nil]), searchPath: "/nowhere::") }
    }

    @Test("invalid output, and pages of unexpected size, are rejected")
    func nonsense() async throws {
        for output in ["hello", #"P5\n70000 70000\n255\n"#, #"P5\n2 2\n255\nab"#, #"P6\n1 1\n255\nabc"#, #"P5\n1"#] {
            let program = try await Program("printf '\(output)'")
            await #expect(throws: failure("it may be damaged"), "\(output)") {
                _ = try await read(SymbolDocument.pdf([nil]), searchPath: program.folder)
            }
        }
    }

    @Test("a program that hangs after a page is ended by the timeout")
    func slow() async throws {
        let page = #"P5\n2 2\n255\nabcd"#
        let program = try await Program("printf '\(page)'; exec /bin/sleep 1000")
        await #expect(throws: failure("it took too long")) {
            _ = try await read(SymbolDocument.pdf([nil]), searchPath: program.folder, timeLimit: .milliseconds(100))
        }
    }

    @Test("cancelling ends the program at once")
    func cancelled() async throws {
        // It cannot write files, so it stores its process id as the target of a symbolic link.
        let program = try await Program(#"/bin/ln -s $$ "${0%/*}/mark"; exec /bin/sleep 1000"#)
        let reader = HelperBarcodeReader(
            executable: Helper.executable, timeLimit: .seconds(600), searchPath: SearchPath(program.folder))
        let reading = Task { try await reader.barcodes(in: SymbolDocument.pdf([nil])) }
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

    // MARK: - As a picture

    private func decoder(_ searchPath: String = Self.path, timeLimit: Duration = .seconds(30)) -> HelperPhotoDecoder {
        HelperPhotoDecoder(executable: Helper.executable, timeLimit: timeLimit, searchPath: SearchPath(searchPath))
    }

    @Test("its first page is shown, has a thumbnail, and can be cut out as a photo")
    func picture() async throws {
        let file = SymbolDocument.pdf([try BarcodePictures.symbol("5901234123457", .ean13), nil])
        let decoder = decoder()
        let image = try await decoder.decode(file, fitting: PixelSize(width: 400, height: 400))
        #expect(image.size.height == 400 && image.size.width < 300)
        #expect(image.rgba.contains(0) && image.rgba.contains(255))
        let small = try await decoder.thumbnail(of: file, fitting: PixelSize(width: 100, height: 100))
        #expect(try await decoder.decode(small, fitting: PixelSize(width: 400, height: 400)).size.height == 100)
        let photo = try await decoder.crop(file, to: .everything)
        #expect(PhotoFileName.isPicture(photo))
        #expect(try await decoder.attachment(of: file) == file)
        // A photo is still decoded by the same helper.
        #expect(try await decoder.attachment(of: small) == small)
    }

    @Test("what cannot be drawn has its own error, and is kept as long as it is whole")
    func pictureFailures() async throws {
        let key = String(repeating: "a", count: 32)
        let locked = SymbolDocument.pdf(
            [nil], trailer: "/Encrypt << /Filter /Standard /V 1 /R 2 /O (\(key)) /U (\(key)) /P -4 >> /ID [(a)(a)] ")
        let size = PixelSize(width: 9, height: 9)
        await #expect(throws: PhotoError.documentFailed("it may be locked with a password")) {
            _ = try await decoder().decode(locked, fitting: size)
        }
        #expect(try await decoder().attachment(of: locked) == locked)
        await #expect(throws: PhotoError.loaderMissing(format: "PDF", package: "poppler-utils")) {
            _ = try await decoder("/nowhere::").decode(locked, fitting: size)
        }
        let cut = Array(SymbolDocument.pdf([nil]).dropLast(20))
        await #expect(throws: PhotoError.documentTruncated) { _ = try await decoder().attachment(of: cut) }
        let large = Array("%PDF-1.4\n".utf8) + [UInt8](repeating: 32, count: 24 << 20) + Array("%%EOF\n".utf8)
        await #expect(throws: PhotoError.documentTooLarge(megabytes: 24)) {
            _ = try await decoder().attachment(of: large)
        }
        for output in ["hello", ""] {
            let program = try await Program("printf '\(output)'")
            await #expect(throws: PhotoError.self, "\(output)") {
                _ = try await decoder(program.folder).decode(locked, fitting: size)
            }
        }
        let hanging = try await Program("exec /bin/sleep 1000")
        await #expect(throws: PhotoError.documentFailed("it took too long")) {
            _ = try await decoder(hanging.folder, timeLimit: .milliseconds(50)).decode(locked, fitting: size)
        }
        let endless = try await Program(
            "while :; do printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'; done")
        await #expect(throws: PhotoError.self) { _ = try await decoder(endless.folder).decode(locked, fitting: size) }
    }
}
