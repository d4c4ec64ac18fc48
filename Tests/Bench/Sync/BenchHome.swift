import CardStorage
import PtySupport
import TestSupport

/// A home folder for the real program: its store, and its commands. It is deleted with the value.
struct BenchHome {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// In megabytes.
    var size: Double { BenchFolder.megabytes(of: folder.path + "/data") }

    func store() throws -> SQLiteCardStore { try SQLiteCardStore(at: folder.path + "/data/cards-tui/cards.sqlite") }

    /// Throws with what the command said if it fails.
    @discardableResult
    func run(_ arguments: String...) throws -> CommandRun { try CommandRun(program(arguments)) }

    /// - Parameter ready: text on its screen once it has all rows.
    func program(_ arguments: [String] = [], ready: String? = nil) -> Contender {
        Contender(
            name: "cards-tui", path: Products.program, arguments: arguments,
            environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data"], down: Array("j".utf8),
            ready: ready)
    }
}
