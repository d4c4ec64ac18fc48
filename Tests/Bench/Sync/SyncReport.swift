/// Measures devices that share cards, over a folder, WebDAV and PostgreSQL on this machine. The servers write to the disk as real ones do,
/// and end with their part.
struct SyncReport: Sendable {
    let name: String
    /// - Parameter cards: how many a device has that shares them for the first time.
    let measure: @Sendable (_ cards: Int) async throws -> Table

    private static let all = [
        SyncReport(name: "libraries") { _ in try LibraryFigures().table },
        SyncReport(name: "first") { try await FirstExchangeFigures($0).table },
        SyncReport(name: "one") { _ in try await SmallExchangeFigures().table },
        SyncReport(name: "idle") { _ in try await IdleFigures().table },
        SyncReport(name: "live") { _ in try await LiveFigures().table },
        SyncReport(name: "desks") { _ in try await DeskFigures().table },
        SyncReport(name: "pushes") { _ in try await PushFigures().table },
    ]

    /// Those with these names; all where none is given.
    static func parts(named names: [String]) throws -> [SyncReport] {
        if names.isEmpty { return all }
        return try names.map { name in
            guard let part = all.first(where: { $0.name == name }) else {
                throw BenchError("sync has no part \(name), but: " + all.map(\.name).joined(separator: ", "))
            }
            return part
        }
    }
}
