/// The builds of an index, by number, so that a caller can wait for one that began after a certain moment; and the changes that the
/// running build may have missed.
struct IndexBuilds {
    /// The build that is running.
    var running: Task<Void, any Error>?
    private var lastBegun = 0
    private var lastFinished = 0
    /// The build that queries have to wait for: too much has changed in this process to insert it.
    private var required = 0
    private var missed = ChangedRows()

    /// The first build that has not begun yet: it will see every change that is committed now.
    var next: Int { lastBegun + 1 }

    /// The build that queries have to wait for; nil if the index is complete without one.
    var awaited: Int? { lastFinished < required ? required : nil }

    func isFinished(_ number: Int) -> Bool { lastFinished >= number }

    /// Makes queries wait for the next build.
    mutating func requireNext() { required = next }

    /// - Returns: the number of the build that begins.
    mutating func begin() -> Int {
        lastBegun += 1
        missed = ChangedRows()
        return lastBegun
    }

    /// Notes changes that are in the index that answers queries now, but perhaps not in the one that is being built.
    mutating func note(_ changed: ChangedRows) {
        if running != nil { missed.formUnion(changed) }
    }

    /// The noted changes, and these, for inserting them into the index that was built.
    mutating func drainMissed(adding changed: ChangedRows) -> ChangedRows {
        defer { missed = ChangedRows() }
        missed.formUnion(changed)
        return missed
    }

    mutating func finish(_ number: Int) { lastFinished = number }
}
