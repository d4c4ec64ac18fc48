internal import Cards

/// Which folders of devices need not be listed again: where nothing is exchanged, that of all devices is the only request to a server.
///
/// A server says when a folder was changed, to the second. That is trusted only of a folder that was changed when its newest file was
/// written, some seconds after the oldest one: so its time follows what is written into it, and is not that of its making or of the
/// server's start. It holds nothing of folders that are not trusted.
struct FolderMarks: Sendable {
    private struct Mark: Sendable {
        let modified: Timestamp
        /// The highest batch in it.
        let number: Int64
        let strangers: [String]
        let listed: ContinuousClock.Instant
    }

    /// Everything is listed again after this time, whatever the server says.
    static let longest = Duration.seconds(600)
    /// Times are of seconds, and two of them may be rounded differently.
    private static let rounding: Int64 = 2000
    /// What is written within this time of a listing may have the same time as what was listed.
    private static let settling: Int64 = 3000

    private var marks: [DeviceID: Mark] = [:]

    /// What was strange in the folder of a device; nil where it has to be listed.
    /// - Parameters:
    ///   - folder: as it is listed now.
    ///   - known: a folder with other batches is listed.
    func strangers(
        in folder: TreeEntry, of device: DeviceID, known: VersionVector, at now: ContinuousClock.Instant
    ) -> [String]? {
        guard let mark = marks[device], folder.modified == mark.modified, known[device] >= mark.number,
            mark.listed.duration(to: now) < Self.longest
        else { return nil }
        return mark.strangers
    }

    /// The folder was listed.
    /// - Parameters:
    ///   - folder: as it was listed before its files were.
    ///   - number: the highest batch among them.
    mutating func note(
        _ folder: TreeEntry, of device: DeviceID, files: [TreeEntry], number: Int64, strangers: [String],
        at now: ContinuousClock.Instant
    ) {
        marks[device] = nil
        let times = files.compactMap { $0.modified?.milliseconds }
        guard let modified = folder.modified, let listed = folder.listed, times.count == files.count,
            let oldest = times.min(), let newest = times.max(),
            listed.milliseconds - modified.milliseconds >= Self.settling, newest - oldest >= Self.settling,
            abs(modified.milliseconds - newest) <= Self.rounding
        else { return }
        marks[device] = Mark(modified: modified, number: number, strangers: strangers, listed: now)
    }
}
