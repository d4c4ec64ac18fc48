import BarcodeSupport
import CardCodes
import Cards
import Glibc
import TestSupport
import Testing

@testable import CardPhotos

@Suite("Barcodes on photos, read in the helper")
struct HelperBarcodeReaderTests {
    private func reader(_ executable: String = Helper.executable, timeLimit: Duration = .seconds(30))
        -> HelperBarcodeReader
    {
        HelperBarcodeReader(executable: executable, timeLimit: timeLimit)
    }

    private func numbers(on file: [UInt8]) async throws -> [String] {
        try await reader().barcodes(in: file).map { "\($0.barcode.format.label) \($0.number)" }
    }

    @Test("a photo with one code, with two, and with none")
    func photos() async throws {
        let bars = try BarcodePictures.grey("5901234123457", .ean13)
        let square = try BarcodePictures.grey("hello", .qrCode)
        #expect(try await numbers(on: BarcodePictures.png([bars])) == ["EAN-13 5901234123457"])
        #expect(
            try await numbers(on: BarcodePictures.png([square, bars])) == ["QR code hello", "EAN-13 5901234123457"])
        #expect(try await numbers(on: BarcodePictures.png([])) == [])
        #expect(try await numbers(on: Pictures.jpeg) == [])
    }

    @Test("transparent pixels are white, and a rotated JPEG is read as it is stored")
    func kinds() async throws {
        let bars = try BarcodePictures.grey("ABC-123", .code128)
        #expect(try await numbers(on: BarcodePictures.png([bars], isClear: true)) == ["Code 128 ABC-123"])
        let jpeg = try await Helper.with { decoder in
            try await decoder.thumbnail(
                of: BarcodePictures.png([bars]), fitting: PixelSize(width: 5000, height: 5000))
        }
        #expect(PictureFormat(of: jpeg) == .jpeg)
        #expect(try await numbers(on: Pictures.oriented(jpeg, 6)) == ["Code 128 ABC-123"])
    }

    @Test("invalid and truncated pictures give the same errors as on the screen")
    func refused() async throws {
        let whole = try BarcodePictures.png([])
        for (bytes, error) in [
            ([], PhotoError.notAPicture), (Array("hello".utf8), .notAPicture), (Array(whole.dropLast(20)), .truncated),
            (Pictures.claim(width: 60_000, height: 60_000), .tooLarge(PixelSize(width: 60_000, height: 60_000))),
            ([UInt8](repeating: 0, count: HelperRequest.maximumBytes + 1), .decoderFailed("its file is too large")),
        ] {
            await #expect(throws: error) { _ = try await reader().barcodes(in: bytes) }
        }
    }

    @Test("if a helper dies, hangs or answers nonsense, an error explains it, and the next picture is read")
    func misbehaving() async throws {
        let stopped = PhotoError.decoderFailed("the decoder stopped; the photo may be damaged")
        let dying = try await Script("head -c 10 > /dev/null; kill -KILL $$")
        await #expect(throws: stopped) { _ = try await reader(dying.path).barcodes(in: Pictures.jpeg) }
        let hanging = try await Script("exec sleep 1000")
        await #expect(throws: PhotoError.tooLong) {
            _ = try await reader(hanging.path, timeLimit: .milliseconds(300)).barcodes(in: Pictures.jpeg)
        }
        // A head that announces a gigabyte of codes, and one with four invalid bytes.
        for answer in [#"\012\000\000\000\000\000\000\100"#, #"\012\000\000\000\004\000\000\000"#, "hello"] {
            let zeros = String(repeating: #"\000"#, count: 40)
            let script = try await Script("head -c 40 > /dev/null; printf '\(answer)\(zeros)' >&0")
            await #expect(throws: stopped) { _ = try await reader(script.path).barcodes(in: Pictures.jpeg) }
        }
        await #expect(throws: PhotoError.decoderFailed("the decoder did not start: No such file or directory")) {
            _ = try await reader("/nowhere/cards-tui").barcodes(in: Pictures.jpeg)
        }
    }

    @Test("cancelling ends the helper at once, and waiting requests start none")
    func cancelled() async throws {
        let script = try await Script(#": > "${0%/*}/mark"; exec sleep 1000"#)
        let mark = script.path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/mark"
        let reader = reader(script.path, timeLimit: .seconds(600))
        let first = Task { try await reader.barcodes(in: Pictures.jpeg) }
        let second = Task { try await reader.barcodes(in: Pictures.jpeg) }
        try await eventually("the helper's start") { access(mark, F_OK) == 0 }
        second.cancel()
        first.cancel()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        await #expect(throws: CancellationError.self) { _ = try await second.value }
    }

    @Test("codes are transferred unchanged, and bytes that our helper cannot have sent are rejected")
    func messages() throws {
        let codes = [
            ScannedCode(format: .qrCode, bytes: [0, 255, 7], eci: 899),
            ScannedCode(format: .gs1Code128, bytes: Array("0195".utf8), isDoubtful: true),
            ScannedCode(
                format: .aztec, bytes: [65], isMarkedGS1: true, part: CodePart(number: 2, count: 3)),
            ScannedCode(format: .pdf417, bytes: [65], part: CodePart(number: 1, count: nil)),
        ]
        let bytes = CodeMessage.bytes(of: codes)
        #expect(CodeMessage.codes(in: bytes) == codes)
        #expect(CodeMessage.codes(in: []) == [])
        for count in 1..<bytes.count where ![11, 23, 32].contains(count) {
            #expect(CodeMessage.codes(in: Array(bytes.prefix(count))) == nil, "\(count) bytes")
        }
        #expect(CodeMessage.codes(in: [200, 0, 0, 0, 0, 0, 0, 1, 65]) == nil)
        #expect(CodeMessage.codes(in: [0, 0, 0, 2, 0, 0, 0, 1, 65]) == nil)
        #expect(CodeMessage.codes(in: [0, 8, 0, 0, 0, 0, 0, 1, 65]) == nil)
        #expect(CodeMessage.codes(in: [0, 0, 0, 0, 0, 0, 0, 0]) == nil)
        let long = [UInt8](repeating: 65, count: CodeMessage.maximumBytesOfCode + 1)
        #expect(CodeMessage.bytes(of: [ScannedCode(format: .qrCode, bytes: long)]).isEmpty)
        #expect(CodeMessage.codes(in: [0, 0, 0, 0, UInt8(long.count >> 8), UInt8(long.count & 0xFF)] + long) == nil)
        let many = [ScannedCode](repeating: codes[1], count: ZXingReader.maximumCodes + 1)
        #expect(CodeMessage.codes(in: CodeMessage.bytes(of: many))?.count == ZXingReader.maximumCodes)
        #expect(CodeMessage.codes(in: CodeMessage.bytes(of: many) + CodeMessage.bytes(of: codes)) == nil)
    }
}
