import Cards
public import Observation

/// A file being chosen to bring cards from.
@MainActor @Observable
public final class ImportModel {
    public var path = "" {
        didSet { if path != oldValue { problem = nil } }
    }
    public private(set) var isWorking = false
    /// Why the last try brought nothing, in words.
    public private(set) var problem: String?

    @ObservationIgnored private let store: any CardStore
    @ObservationIgnored private let files: any LocalFiles

    /// More than any export of a person's cards; a file is read whole.
    private static let maximumBytes = 256 << 20

    init(store: any CardStore, files: any LocalFiles) {
        (self.store, self.files) = (store, files)
    }

    public func completions() async -> [String] { await files.completions(of: path) }

    /// Brings the file's cards, all or none; what it came to in words, or nil where it came to nothing.
    func start() async -> String? {
        guard !isWorking, !path.isEmpty else { return nil }
        isWorking = true
        problem = nil
        defer { isWorking = false }
        do {
            let outcome = try await store.bring(files.read(path, limit: Self.maximumBytes))
            let first = outcome.skipped.first.map { " (\($0.userMessage))" } ?? ""
            return "\(path): \(outcome.words)\(first)"
        } catch {
            problem = error.words
            return nil
        }
    }
}
