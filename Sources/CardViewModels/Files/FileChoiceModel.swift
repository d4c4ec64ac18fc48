internal import Basics
import CardTransfer
import Cards
public import Observation
import Synchronization

/// The choice of a file by its path: to import cards from, or to write to.
@MainActor @Observable
public final class FileChoiceModel: ScreenModel {
    public enum Purpose: Hashable, Sendable {
        case importCards
        /// - Parameter subject: how many cards, as text.
        case exportCards(subject: String)
        /// "the front of Cedar Library".
        case writePhoto(subject: String)
        /// "the barcode of Cedar Library".
        case writeBarcode(subject: String)

        /// The label of the activity.
        var activity: String {
            switch self {
            case .importCards: "Importing cards"
            case .exportCards: "Exporting cards"
            case .writePhoto: "Saving the photo"
            case .writeBarcode: "Saving the barcode"
            }
        }
    }

    public let purpose: Purpose
    /// The path as typed.
    public var path = "" {
        didSet { if path != oldValue { problem = nil } }
    }
    /// The path that counts while none is typed; nil for none.
    public let suggestion: String?
    /// Called with a path that was chosen instead of typed.
    @ObservationIgnored public var onChoose: (String) -> Void = { _ in }
    /// Whether a file is being read or written.
    public private(set) var isBusy = false
    /// Why the last attempt failed.
    public private(set) var problem: String?

    @ObservationIgnored private let files: any LocalFiles
    /// Reads or writes the file at a path, completely or not at all; returns a summary for the person.
    @ObservationIgnored private let work: (String) async throws -> String

    /// Larger than any export of a person's cards made by this program.
    private static let maximumBytes = 1 << 30

    init(importingInto store: any CardStore, files: any LocalFiles) {
        (purpose, self.files, suggestion) = (.importCards, files, nil)
        work = { path in
            var request = ImportRequest()
            request.localDay = CardClock.system.day
            let report = try await store.importFile(files.file(path, limit: Self.maximumBytes), request).report
            let first = report.skipped.first.map { " (\($0.userMessage))" } ?? ""
            return "\(path): \(report.text)\(first)"
        }
    }

    /// Exports the marked cards, or all that the list shows.
    /// - Parameter folder: that of the last export, as it was typed.
    init(exportingFrom list: CardListModel, files: any LocalFiles, folder: String?) {
        suggestion = (folder ?? "") + "cards-\(list.today.text).json"
        let count = list.marks.isEmpty ? list.count : list.markCount
        purpose = .exportCards(subject: count.counted("card") + (list.marks.isEmpty ? "" : ", the marked ones"))
        self.files = files
        work = { path in
            let export = try await list.export()
            try await files.write(path) { try await export.nextChunk() }
            let damaged = try await list.damagedCards().text.map { ". \($0)" } ?? ""
            return "Exported \(await export.report.cards.counted("card")) to \(path)\(damaged)"
        }
    }

    /// Writes a photo, byte for byte. The path begins as the default name in the folder where the program was started.
    convenience init(writing bytes: [UInt8], of side: Card.Side, of name: String, files: any LocalFiles) {
        self.init(
            writing: bytes, for: .writePhoto(subject: "the \(side.rawValue) photo of \(name)"),
            subject: "the \(side.rawValue) photo of \(name)",
            path: PhotoFileName.name(of: side, of: name, bytes: bytes), files: files)
    }

    /// Writes a picture to a file.
    init(writing bytes: [UInt8], for purpose: Purpose, subject: String, path: String, files: any LocalFiles) {
        (self.purpose, self.files, suggestion) = (purpose, files, nil)
        work = { path in
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

    /// Takes over a path of the file picker.
    func choose(_ path: String) {
        self.path = path
        onChoose(path)
    }

    /// Whether it would replace a file; nil if nothing can be written there, which ``problem`` explains.
    func replacesFile() async -> Bool? {
        guard purpose != .importCards, !chosenPath.isEmpty else { return false }
        do {
            return try await files.replacesFile(chosenPath)
        } catch {
            problem = error.message
            return nil
        }
    }

    /// Completions of the typed path.
    public func completions() async -> [String] { await files.completions(of: path) }

    /// Returns the summary, or nil if it failed.
    func start() async -> String? {
        guard !isBusy, !chosenPath.isEmpty else { return nil }
        isBusy = true
        problem = nil
        defer { isBusy = false }
        do {
            return try await work(chosenPath)
        } catch {
            problem = error.message
            return nil
        }
    }
}
