internal import Cards

/// Compares what a remote has of batches with what it is known to have: by numbers, names and sizes, as a listing tells them.
struct BatchSurvey {
    /// Not there at all. A snapshot may have them.
    private(set) var lost: [BatchID] = []
    /// There under their name with a wrong size.
    private(set) var damaged: Set<BatchID> = []
    /// There under another name: another batch has the number, if its bytes are those of its name.
    private(set) var others: [ListedBatch] = []

    /// - Parameters:
    ///   - there: all that the remote has of the device.
    ///   - last: the last batch that it is known to have.
    ///   - marks: those of the batches that are known here.
    mutating func compare(
        _ there: [StoredBatch], of device: DeviceID, upTo last: Int64, _ marks: [Int64: BatchMark]
    ) {
        let found = Dictionary(grouping: there, by: \.number)
        for (number, mark) in marks where number <= last {
            let id = BatchID(device, number)
            guard let batches = found[number] else {
                lost.append(id)
                continue
            }
            // Each is the beginning of the hash, as far as it is known.
            let same = batches.filter { batch in
                batch.hash.map { $0.hasPrefix(mark.hash) || mark.hash.hasPrefix($0) } ?? true
            }
            for other in batches where !same.contains(other) { others.append(ListedBatch(id, hash: other.name)) }
            if !same.isEmpty, same.allSatisfy({ $0.size != nil && $0.size != mark.size }) { damaged.insert(id) }
        }
        others.sort { ($0.id, $0.hash) < ($1.id, $1.hash) }
        lost.sort()
    }

    static func += (survey: inout BatchSurvey, other: BatchSurvey) {
        survey.lost += other.lost
        survey.damaged.formUnion(other.damaged)
        survey.others += other.others
    }
}
