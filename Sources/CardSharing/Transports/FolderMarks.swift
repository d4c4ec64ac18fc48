internal import Cards

/// Which folders of devices need not be listed again: where nothing is exchanged, that of all devices is the only request to a server.
///
/// A server says when a folder was changed, to the second. Not all do that well: rclone goes on saying what it read first. So times are
/// trusted only after one was seen to change with the files of its folder, and not any more after one was seen to stay the same although
/// files had come. It holds no files.
struct FolderMarks: Sendable {
    private struct Mark: Sendable {
        let modified: Timestamp
        /// When it was seen to have this time first. By the clock of this device: those of a web server and its disk may differ.
        let since: ContinuousClock.Instant
        /// Whether it was listed so long after that, that a later change has another time.
        let isSettled: Bool
        /// The highest batch in it.
        let number: Int64
        let unreadable: UnreadableNames
        /// Nil where it is to be listed again whatever its time is.
        var listed: ContinuousClock.Instant?
    }

    private enum Trust: Sendable { case unknown, proven, refuted }

    /// Everything is listed again after this time, whatever the server says.
    static let longest = Duration.seconds(600)
    /// What is written within this time may have the same time: those of servers are of seconds.
    static let settling = Duration.seconds(3)

    private var marks: [DeviceID: Mark] = [:]
    private var trust = Trust.unknown

    /// What could not be read in the folder of a device; nil where it has to be listed.
    /// - Parameters:
    ///   - folder: as it is listed now.
    ///   - known: where it has more than the folder had, of our own batches for one, the folder is listed: its time must have changed.
    func unreadable(
        in folder: TreeEntry, of device: DeviceID, known: VersionVector, at now: ContinuousClock.Instant
    ) -> UnreadableNames? {
        guard trust == .proven, let mark = marks[device], mark.isSettled, folder.modified == mark.modified,
            known[device] == mark.number, let listed = mark.listed, listed.duration(to: now) < Self.longest
        else { return nil }
        return mark.unreadable
    }

    /// All folders are listed again. What is known of the server's times stays.
    mutating func expire() { for device in marks.keys { marks[device]?.listed = nil } }

    /// The folder was listed.
    /// - Parameters:
    ///   - folder: as it was listed before its files were.
    ///   - number: the highest batch in it.
    ///   - now: between the two lists.
    mutating func note(
        _ folder: TreeEntry, of device: DeviceID, number: Int64, unreadable: UnreadableNames,
        at now: ContinuousClock.Instant
    ) {
        let old = marks[device]
        marks[device] = nil
        guard let modified = folder.modified else { return }
        let since = old.flatMap { $0.modified == modified ? $0.since : nil } ?? now
        marks[device] = Mark(
            modified: modified, since: since, isSettled: since.duration(to: now) >= Self.settling, number: number,
            unreadable: unreadable, listed: now)
        guard let old, number > old.number, trust != .refuted else { return }
        if modified != old.modified { trust = .proven } else if old.isSettled { trust = .refuted }
    }
}
