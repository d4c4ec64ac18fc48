internal import Cards

/// What the snapshots of a remote have, as far as this program read them: none is fetched twice to find nothing new in it.
actor SnapshotMemory {
    private var covered: [ObjectHash: VersionVector] = [:]
    private var damages: [ObjectHash: String] = [:]
    /// What was known when all of a snapshot had to wait for batches that are in neither.
    private var fruitless: [ObjectHash: VersionVector] = [:]

    func note(_ vector: VersionVector, of snapshot: ListedSnapshot) { covered[snapshot.hash] = vector }

    /// Whether it has something new for a store that knows this, as far as is known.
    func mayHelp(_ snapshot: ListedSnapshot, knowing known: VersionVector) -> Bool {
        if fruitless[snapshot.hash] == known { return false }
        return covered[snapshot.hash].map { !known.covers($0) } ?? true
    }

    func noteFruitless(_ snapshot: ListedSnapshot, knowing known: VersionVector) { fruitless[snapshot.hash] = known }

    /// A sentence about one that cannot be read.
    func damage(of snapshot: ListedSnapshot) -> String? { damages[snapshot.hash] }

    func note(_ damage: String, of snapshot: ListedSnapshot) { damages[snapshot.hash] = damage }
}
