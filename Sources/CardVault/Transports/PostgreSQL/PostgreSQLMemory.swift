internal import Cards

/// What a transport remembers of its vault between calls.
actor PostgreSQLMemory {
    private(set) var header: VaultHeader?

    func keep(_ header: VaultHeader?) { self.header = header }
}
