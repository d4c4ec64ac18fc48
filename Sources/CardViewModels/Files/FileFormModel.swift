public import Basics
public import CardTransfer
import Cards
import Synchronization

/// The choice of a file by its path: to import cards from, or to write to.
@MainActor
public final class FileFormModel: ScreenModel {
    public enum Purpose: Equatable, Sendable {
        case importCards
        /// - Parameter subject: how many cards, as text.
        case exportCards(subject: String, ExportFormat)
        /// "the front of Cedar Library".
        case writePhoto(subject: String)
        /// "the barcode of Cedar Library".
        case writeBarcode(subject: String)
        /// - Parameter card: the name of the card.
        case writeLedger(card: String)

        /// The label of the activity.
        var activity: String {
            switch self {
            case .importCards: "Reading the file"
            case .exportCards: "Exporting cards"
            case .writePhoto: "Saving the photo"
            case .writeBarcode: "Saving the barcode"
            case .writeLedger: "Exporting the ledger"
            }
        }
    }

    public let purpose: Purpose
    /// The path as typed.
    @Observed public var path = "" {
        didSet { if path != oldValue { problem = nil } }
    }
    /// The path that counts while none is typed; nil for none.
    public let suggestion: String?
    /// Whether a file is being read or written.
    @Observed public private(set) var isBusy = false
    /// Why the last attempt failed.
    @Observed public private(set) var problem: String?
    /// How much of a file has arrived that is fetched; nil for none.
    @Observed public private(set) var progress: String?
    private var arrivedBytes = 0

    /// What an archive is encrypted with; empty for nothing. It is only in this object.
    @Observed public var password = ""

    private let files: any LocalFiles
    /// Writes the file at a path, completely or not at all; returns a summary for the person.
    /// - Parameter password: empty for none.
    private let work: (_ path: String, _ password: String) async throws -> String

    /// The file is read by ``ImportFlow``.
    init(importingFrom files: any LocalFiles) {
        purpose = .importCards
        self.files = files
        suggestion = nil
        work = { _, _ in "" }
    }

    /// Exports cards.
    /// - Parameters:
    ///   - suggestion: the path that counts while none is typed.
    ///   - summary: says what is in the file at a path.
    ///   - begin: begins the export.
    init(
        exporting subject: String, as format: ExportFormat, suggestion: String, files: any LocalFiles,
        summary: @escaping (_ report: ExportReport, _ path: String) async throws -> String,
        begin: @escaping (_ password: String) async throws -> CardExport
    ) {
        purpose = .exportCards(subject: subject, format)
        self.suggestion = suggestion
        self.files = files
        work = { path, password in
            let export = try await begin(password)
            try await files.write(path) { try await export.nextChunk() }
            return try await summary(export.report, path)
        }
    }

    /// Exports the ledger of a card.
    /// - Parameter begin: begins the export.
    init(
        exportingLedgerOf card: String, suggestion: String, files: any LocalFiles, begin: @escaping () -> LedgerExport
    ) {
        purpose = .writeLedger(card: card)
        self.suggestion = suggestion
        self.files = files
        work = { path, _ in
            let export = begin()
            try await files.write(path) { try await export.nextChunk() }
            let count = await export.count
            return "Exported \(count.counted("entry", "entries")) to \(path)"
        }
    }

    /// Writes a photo, byte for byte. The path begins as the default name in the folder where the program was started.
    convenience init(writing bytes: [UInt8], of photo: CardPhoto, of name: String, files: any LocalFiles) {
        self.init(
            writing: bytes, for: .writePhoto(subject: "the \(photo.description) of \(name)"),
            subject: "the \(photo.description) of \(name)",
            path: PhotoFileName.name(of: photo, of: name, bytes: bytes), files: files)
    }

    /// Writes a picture to a file.
    init(writing bytes: [UInt8], for purpose: Purpose, subject: String, path: String, files: any LocalFiles) {
        self.purpose = purpose
        self.files = files
        suggestion = nil
        work = { path, _ in
            let rest = Mutex([bytes])
            try await files.write(path) { rest.withLock { $0.popLast() } }
            return "Saved \(subject) to \(path)"
        }
        self.path = path
    }

    /// The typed path, or else the suggested one; empty if there is neither.
    public var chosenPath: String { path.isEmpty ? suggestion ?? "" : path }
    /// The folder of the chosen path, as it was typed.
    var chosenFolder: String { chosenPath.lastIndex(of: "/").map { String(chosenPath[...$0]) } ?? "" }

    /// Why the name does not fit the chosen format; nil if it does, or says none.
    private var mismatch: String? {
        guard case .exportCards(_, let format) = purpose, let named = ExportFormat(ofFile: chosenPath) else {
            return nil
        }
        let ending = format.fileExtension(isOfSeveral: false)
        // Catima's table and ours have the same ending.
        guard named.fileExtension(isOfSeveral: false) != ending else { return nil }
        return "This file name is for another format: \(named.label). End it with .\(ending), or choose that format."
    }

    /// Whether it would replace a file; nil if nothing can be written there, which ``problem`` explains.
    func replacesFile() async -> Bool? {
        guard purpose != .importCards, !chosenPath.isEmpty else { return false }
        if let mismatch {
            problem = mismatch
            return nil
        }
        do {
            return try await files.replacesFile(chosenPath)
        } catch {
            problem = error.message
            return nil
        }
    }

    public func completions(of path: String) async -> [String] { await files.completions(of: path) }

    /// Writes the file. Returns the summary, or nil if it failed.
    func start() async -> String? { await attempt { try await work($0, password) } }

    /// Says how much of a file has arrived, while it is fetched.
    func show(_ arrived: DownloadProgress) {
        guard isBusy, arrived.bytes > arrivedBytes else { return }
        (arrivedBytes, progress) = (arrived.bytes, LoaderText.size(of: arrived))
    }

    /// Says why the file cannot be used.
    func fail(_ reason: String) { problem = reason }

    /// Uses the file at the chosen path; an error is the ``problem``, and gives nil.
    func attempt<Result: Sendable>(_ work: (String) async throws -> Result) async -> Result? {
        guard !isBusy, !chosenPath.isEmpty else { return nil }
        isBusy = true
        problem = nil
        defer { (isBusy, progress, arrivedBytes) = (false, nil, 0) }
        do {
            return try await work(chosenPath)
        } catch {
            problem = error.message
            return nil
        }
    }
}
