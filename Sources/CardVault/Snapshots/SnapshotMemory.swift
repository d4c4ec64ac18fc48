internal import Cards

/// What the snapshots of a remote have, as far as this program read them: none is fetched twice to find nothing new in it.
actor SnapshotMemory {
    private var covered: [ObjectHash: VersionVector] = [:]
    private var damages: [ObjectHash: String] = [:]

    func covered(by snapshot: ListedSnapshot) -> VersionVector? { covered[snapshot.hash] }

    func note(_ vector: VersionVector, of snapshot: ListedSnapshot) { covered[snapshot.hash] = vector }

    /// A sentence about one that cannot be read.
    func damage(of snapshot: ListedSnapshot) -> String? { damages[snapshot.hash] }

    func note(_ damage: String, of snapshot: ListedSnapshot) { damages[snapshot.hash] = damage }
}
