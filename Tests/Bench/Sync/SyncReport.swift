/// Measures devices that share cards, over a folder and PostgreSQL on this machine. The server writes to the disk as a real one does, and
/// ends with the report.
struct SyncReport: Sendable {
    let name: String
    /// - Parameter cards: how many a device has that shares them for the first time.
    let measure: @Sendable (_ cards: Int) async throws -> Table

    private static let all = [
        SyncReport(name: "first") { try await FirstExchangeFigures($0).table },
        SyncReport(name: "one") { _ in try await SmallExchangeFigures().table },
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
