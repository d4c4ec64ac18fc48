import CardTransfer
import Cards
public import Observation
import Synchronization

/// A file being chosen by its path: to bring cards from, or to write cards to.
@MainActor @Observable
public final class FileChoiceModel: ScreenModel {
    public enum Purpose: Hashable, Sendable {
        case importCards
        /// How many cards it is about, in words.
        case exportCards(subject: String)
        /// "the front of Cedar Library".
        case writePhoto(subject: String)
        /// "the barcode of Cedar Library".
        case writeBarcode(subject: String)

        /// What is said while it takes long.
        var activity: String {
            switch self {
            case .importCards: "Reading cards"
            case .exportCards: "Writing cards"
            case .writePhoto: "Writing the photo"
            case .writeBarcode: "Writing the barcode"
            }
        }
    }

    public let purpose: Purpose
    /// As typed.
    public var path = "" {
        didSet { if path != oldValue { problem = nil } }
    }
    /// Whether a file is being read or written.
    public private(set) var isBusy = false
    /// Why the last try came to nothing, in words.
    public private(set) var problem: String?

    @ObservationIgnored private let files: any LocalFiles
    /// Reads or writes the file at a path, whole or not at all; what it came to, in words.
    @ObservationIgnored private let work: (String) async throws -> String

    /// More than any export of a person's cards that came from here.
    private static let maximumBytes = 1 << 30

    init(importingInto store: any CardStore, files: any LocalFiles) {
        (purpose, self.files) = (.importCards, files)
        work = { path in
            let report = try await store.importFile(files.chunks(of: path, limit: Self.maximumBytes))
            let first = report.skipped.first.map { " (\($0.userMessage))" } ?? ""
            return "\(path): \(report.text)\(first)"
        }
    }

    /// Of the marked cards, or all that the list shows.
    init(exportingFrom list: CardListModel, files: any LocalFiles) {
        let count = list.marks.isEmpty ? list.count : list.markCount
        purpose = .exportCards(subject: Self.words(for: count) + (list.marks.isEmpty ? "" : ", the marked ones"))
        self.files = files
        work = { path in
            let export = try await list.export()
            try await files.write(path) { try await export.nextChunk() }
            let damaged = try await list.damagedCards().text.map { ". \($0)" } ?? ""
            return "Wrote \(Self.words(for: await export.report.cards)) to \(path)\(damaged)"
        }
    }

    /// Of a photo, its bytes as they are. The path begins as the usual name in the folder where the program was started.
    convenience init(writing bytes: [UInt8], of side: Card.Side, of name: String, files: any LocalFiles) {
        self.init(
            writing: bytes, for: .writePhoto(subject: "the \(side.rawValue) of \(name)"),
            subject: "the \(side.rawValue) of \(name)",
            path: PhotoFileName.name(of: side, of: name, bytes: bytes), files: files)
    }

    /// Of a picture that is called so.
    init(writing bytes: [UInt8], for purpose: Purpose, subject: String, path: String, files: any LocalFiles) {
        (self.purpose, self.files) = (purpose, files)
        work = { path in
            let rest = Mutex([bytes])
            try await files.write(path) { rest.withLock { $0.popLast() } }
            return "Wrote \(subject) to \(path)"
        }
        self.path = path
    }

    /// What the typed path can become.
    public func completions() async -> [String] { await files.completions(of: path) }

    /// What it came to in words, or nil where it came to nothing.
    func start() async -> String? {
        guard !isBusy, !path.isEmpty else { return nil }
        isBusy = true
        problem = nil
        defer { isBusy = false }
        do {
            return try await work(path)
        } catch {
            problem = error.message
            return nil
        }
    }

    private nonisolated static func words(for count: Int) -> String { count == 1 ? "1 card" : "\(count) cards" }
}
