internal import Cards

/// What a transport remembers of its vault between calls.
actor PostgreSQLMemory {
    private(set) var header: VaultHeader?
    /// Whether the next listing looks for batches that are not there any more.
    private var mustLook = true

    func keep(_ header: VaultHeader?) { (self.header, mustLook) = (header, true) }

    func looks() -> Bool {
        defer { mustLook = false }
        return mustLook
    }
}
