internal import Cards

/// What a transport remembers of its vault between calls.
actor PostgreSQLMemory {
    private(set) var header: VaultHeader?
    private(set) var cursor = PostgreSQLCursor()

    func keep(_ header: VaultHeader?) { self.header = header }

    func keep(_ cursor: PostgreSQLCursor) { self.cursor = cursor }
}
