internal import CardCodes
public import Cards
internal import ChildProcesses
internal import Glibc

/// Reads barcodes in a helper process (see ``PhotoHelper``), one picture after another, with a time limit for each.
///
/// Each file has its own helper, which ends with it: starting one takes some milliseconds, and photos on the screen, which have
/// another helper, never wait. The helper returns the codes' bytes; they are interpreted in this process.
public actor HelperBarcodeReader: BarcodeReading {
    private let thread = HelperThread()
    private let executable: String
    private let timeLimit: Duration
    private let searchPath: SearchPath

    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - executable: calls ``PhotoHelper/run(_:)`` if its first argument is ``PhotoHelper/argument``.
    ///   - timeLimit: for a picture; a document gets three times as much.
    public init(executable: String = HelperPhotoDecoder.ownExecutable, timeLimit: Duration = .seconds(10)) {
        self.init(executable: executable, timeLimit: timeLimit, searchPath: .own)
    }

    /// - Parameter searchPath: the folders in which pdftoppm is searched.
    init(executable: String, timeLimit: Duration, searchPath: SearchPath) {
        self.executable = executable
        self.timeLimit = timeLimit
        self.searchPath = searchPath
    }

    deinit { thread.stop() }

    public func barcodes(in file: [UInt8]) async throws -> [FoundBarcode] {
        guard let stop = try? StopSignal() else { throw PhotoError.decoderFailed("no descriptors are left") }
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try PDFPages.isPDF(file)
                ? read(pagesOf: file, until: .now.advanced(by: timeLimit * 3), stop)
                : read(.codes, on: file, with: try helper(for: file, stop), until: .now.advanced(by: timeLimit))
        } onCancel: {
            stop.raise()
        }
    }

    /// - Parameter file: the picture to decode; empty for pages that are pixels already.
    private func helper(for file: [UInt8] = [], _ stop: StopSignal) throws(PhotoError) -> DecoderProcess {
        try DecoderProcess(
            executable: executable, for: HelperCapabilities(decoding: file, readsCodes: true), stop: stop.descriptor)
    }

    private func read(
        _ work: HelperRequest.Work, on bytes: [UInt8], with helper: borrowing DecoderProcess,
        until deadline: ContinuousClock.Instant
    ) throws -> [FoundBarcode] {
        guard bytes.count <= HelperRequest.maximumBytes else { throw PhotoError.decoderFailed("its file is too large") }
        let codes: Result<[ScannedCode], DecodeFailure>
        do throws(HelperSocket.Failure) {
            codes = try helper.codes(work, on: bytes, until: deadline)
        } catch {
            throw error.error
        }
        switch codes {
        case .success(let codes): return codes.map(\.barcode)
        case .failure(.readerMissing): throw BarcodeReadingError.libraryMissing("libZXing")
        case .failure(let failure): throw failure.photoError
        }
    }

    /// Reads page by page. Codes that were found before a timeout or an unreadable page are returned.
    private func read(
        pagesOf file: [UInt8], until deadline: ContinuousClock.Instant, _ stop: StopSignal
    ) throws -> [FoundBarcode] {
        guard let path = PDFPages.path(in: searchPath) else {
            throw BarcodeReadingError.pagesNeed(program: PDFPages.program, package: PDFPages.package)
        }
        guard file.count <= HelperRequest.maximumBytes else {
            throw BarcodeReadingError.pagesFailed(reason: "its file is too large")
        }
        var found: [FoundBarcode] = []
        var count = 0
        do throws(any Error) {
            var helper = try helper(stop)
            var pages = try PDFPages(of: file, drawnBy: path, stop: stop.descriptor)
            while count < PDFPages.maximumCount, let page = try pages.next(until: deadline) {
                count += 1
                let size = PixelSize(width: page.width, height: page.height)
                let codes: [FoundBarcode]
                do {
                    codes = try read(.greyCodes(size), on: page.pixels, with: helper, until: deadline)
                } catch PhotoError.decoderFailed {
                    // If the helper crashes, only the present page is lost.
                    helper = try self.helper(stop)
                    continue
                }
                for var barcode in codes
                where !found.contains(where: { $0.barcode == barcode.barcode && $0.number == barcode.number }) {
                    barcode.page = count
                    found.append(barcode)
                }
            }
            guard count > 0 else { throw PDFPages.Failure.damaged }
        } catch PDFPages.Failure.stopped {
            throw CancellationError()
        } catch let error as PDFPages.Failure {
            if found.isEmpty { throw BarcodeReadingError.pagesFailed(reason: error.reason(of: file)) }
        } catch PhotoError.tooLong {
            if found.isEmpty { throw BarcodeReadingError.pagesFailed(reason: "it took too long") }
        }
        return found
    }
}
