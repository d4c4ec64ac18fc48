internal import CPostgreSQL
internal import Synchronization

/// libpq, loaded when the first connection needs it; never linked. Its functions are those that `CPostgreSQL` names.
enum PostgreSQLLibrary {
    static let names = ["libpq.so.5"]

    private static let lock = Mutex(())

    /// Loads the first library that exists; nil if none does, or if it is older than libpq 14.
    static func open(_ names: [String] = names) -> PostgreSQLFunctions? {
        lock.withLock { _ in
            for name in names {
                var isThere = false
                let functions = PostgreSQLFunctions.load(from: name, isThere: &isThere)
                if isThere { return functions }
            }
            return nil
        }
    }
}
