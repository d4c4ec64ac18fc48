internal import Cards

/// What the snapshots of a remote have, as far as this program read them: none is fetched twice to find nothing new in it; and which photos it
/// does not have.
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

    // MARK: - Photos

    /// When each was asked for last and was not there.
    private var absent: [PhotoHash: Timestamp] = [:]
    /// One that was not there is asked for again after this time, in milliseconds.
    private static let askingAgain: Int64 = 10 * 60 * 1000

    /// Those of the photos that may be there.
    func worthAsking(_ photos: [PhotoHash], at now: Timestamp) -> [PhotoHash] {
        photos.filter { hash in
            guard let last = absent[hash] else { return true }
            return !(0..<Self.askingAgain).contains(now.milliseconds - last.milliseconds)
        }
    }

    func note(absent photo: PhotoHash, at now: Timestamp) { absent[photo] = now }

    /// Whoever asks wants to know what is there now.
    func forgetAbsentPhotos() { absent = [:] }
}
