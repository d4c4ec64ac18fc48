internal import Basics

/// How many automatic backups are kept: the last one of each of so many days, weeks and months in which there was one.
///
/// Backups are taken in the order in which they were written, not by their names: a clock that was set back must not make new ones old.
public struct BackupKeeping: Equatable, Sendable {
    public var daily = 7
    public var weekly = 4
    public var monthly = 12

    public init() {}

    /// Of the program's own folder: one of each of some days.
    public var dailyOnly: BackupKeeping {
        var keeping = self
        (keeping.weekly, keeping.monthly) = (0, 0)
        return keeping
    }

    /// Until when a backup of this day is kept at most, where one is made in each period.
    public func lastDay(ofBackupFrom day: CalendarDay) -> CalendarDay {
        let later = day.adding(days: max(daily, weekly * 7))
        return monthly > 0 ? max(later, day.adding(months: monthly) ?? later) : later
    }

    /// The backups that are not kept. The one that was written last always is.
    /// - Parameter names: in the order in which they were written.
    public func superfluous(of names: [BackupName]) -> [BackupName] {
        var kept = Set(names.suffix(1))
        let periods: [(count: Int, of: (CalendarDay) -> Int)] = [
            (daily, { $0.daysSince1970 }), (weekly, { $0.daysSince1970 - $0.weekday }),
            (monthly, { $0.year * 12 + $0.month }),
        ]
        for period in periods {
            var seen: Set<Int> = []
            for name in names.reversed() where seen.count < period.count {
                if seen.insert(period.of(name.day)).inserted { kept.insert(name) }
            }
        }
        return names.filter { !kept.contains($0) }
    }
}

/// What is remembered of the automatic backups of a store: which files were written, of which state of the store the last one is, and
/// what failed since. It says nothing about files that others have written.
public struct BackupRecord: Equatable, Sendable {
    public struct File: Equatable, Sendable {
        public let folder: String
        public let name: BackupName
        public let bytes: Int

        public init(folder: String, name: BackupName, bytes: Int) {
            self.folder = folder
            self.name = name
            self.bytes = bytes
        }

        /// `212 kB`.
        public var size: String { bytes.byteText }

        public var path: String { (folder.hasSuffix("/") ? folder : folder + "/") + name.text }
    }

    /// In the order in which they were written.
    public var files: [File] = []
    /// The state of the store that the last file has, as ``CardStore/changeMark()`` names it.
    public var changes: String?
    /// Why the last attempt failed; nil if it succeeded.
    public var failure: String?
    /// Whether the user was told that there are backups.
    public var isTold = false

    public init() {}

    public func files(in folder: String) -> [File] { files.filter { $0.folder == folder } }

    public init?(json: JSON) {
        guard let elements = json["files"]?.array else { return nil }
        for element in elements {
            guard let folder = element["folder"]?.string,
                let name = element["name"]?.string.flatMap({ BackupName($0) }),
                case .number(let digits)? = element["bytes"], let bytes = Int(digits)
            else { continue }
            files.append(File(folder: folder, name: name, bytes: bytes))
        }
        (changes, failure) = (json["changes"]?.string, json["failure"]?.string)
        isTold = json["isTold"] == .bool(true)
    }

    public var json: JSON {
        let elements = files.map { file -> JSON in
            .object([
                "folder": .string(file.folder), "name": .string(file.name.text), "bytes": .number(String(file.bytes)),
            ])
        }
        return .object([
            "files": .array(elements), "changes": changes.map { JSON.string($0) } ?? .null,
            "failure": failure.map { JSON.string($0) } ?? .null, "isTold": .bool(isTold),
        ])
    }
}

/// Why an automatic backup was not made. The backups that were there before are still there.
public enum BackupError: UserFacingError, Equatable {
    /// The folder is not there, although backups were written into it: perhaps it is on a disk that is not connected.
    case away(folder: String)
    case noFolder(folder: String, reason: String)
    case isFile(folder: String)
    case notAllowed(folder: String)
    case diskFull(folder: String)
    case password(reason: String)
    case failed(folder: String, reason: String)
    /// A card that is deleted for good would stay in this backup.
    case keepsCards(file: String, reason: String)
    /// Another program is making a backup, which may have the card.
    case busy

    public var userMessage: String {
        switch self {
        case .away(let folder):
            "No backup was made: \(folder) does not exist. If it is on another disk, connect it; the backup is made after your next change."
        case .noFolder(let folder, let reason):
            "No backup was made: \(folder) cannot be created: \(reason). Create it, or change backup.folder in the settings."
        case .isFile(let folder): "No backup was made: \(folder) is not a folder. Change backup.folder in the settings."
        case .notAllowed(let folder):
            "No backup was made: you do not have permission to write to \(folder). Change its permissions, or backup.folder in the settings."
        case .diskFull(let folder):
            "No backup was made: the disk of \(folder) is full. The earlier backups are kept. Free some space."
        case .password(let reason): "No backup was made: \(reason)"
        case .failed(let folder, let reason): "No backup was made in \(folder): \(reason)"
        case .keepsCards(let file, let reason):
            "Nothing was deleted, because the backup \(file) still contains it: \(reason) Remove that file, or try again."
        case .busy: "Nothing was deleted: another program is making a backup. Try again in a moment."
        }
    }
}

/// The name of an automatic backup, which tells when it was made in the user's zone: `cards-2026-11-23T0152.db`.
public struct BackupName: Hashable, Sendable {
    public let day: CalendarDay
    /// Since midnight.
    public let minute: Int
    /// From 1; tells files of the same minute apart.
    public private(set) var number: Int
    public let format: BackupFormat

    private static let prefix = "cards-"

    public init(day: CalendarDay, minute: Int, number: Int = 1, format: BackupFormat) {
        self.day = day
        self.minute = minute
        self.number = number
        self.format = format
    }

    /// The name for a backup that is made now.
    public init(now clock: CardClock, format: BackupFormat) {
        let now = clock.now()
        let parts = clock.timeOfDay(now).split(separator: ":").compactMap { Int($0) }
        self.init(day: clock.day(now), minute: parts.reduce(0) { $0 * 60 + $1 }, format: format)
    }

    /// Nil for the name of any other file.
    public init?(_ text: String) {
        guard let format = BackupFormat.allCases.first(where: { text.hasSuffix("." + $0.fileExtension) }),
            text.hasPrefix(Self.prefix)
        else { return nil }
        let stem = text.dropFirst(Self.prefix.count).dropLast(format.fileExtension.count + 1)
        let halves = stem.split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count == 2, let day = CalendarDay(String(halves[0])) else { return nil }
        let parts = halves[1].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count <= 2, let time = parts.first, let hours = Int(time.prefix(2)), (0..<24).contains(hours),
            let minutes = Int(time.dropFirst(2)), (0..<60).contains(minutes),
            let number = parts.count == 2 ? Int(parts[1]) : 1, number > 0
        else { return nil }
        self.init(day: day, minute: hours * 60 + minutes, number: number, format: format)
        // The same numbers may be written in other ways, which are not ours.
        if self.text != text { return nil }
    }

    public var text: String {
        let time = CalendarDay.padded(minute / 60, to: 2) + CalendarDay.padded(minute % 60, to: 2)
        return "\(Self.prefix)\(day.text)T\(time)\(number == 1 ? "" : "-\(number)").\(format.fileExtension)"
    }

    /// `2026-11-23 01:52`.
    public var time: String {
        "\(day.text) \(CalendarDay.padded(minute / 60, to: 2)):\(CalendarDay.padded(minute % 60, to: 2))"
    }

    /// The name of another file of the same minute.
    public var next: BackupName {
        var copy = self
        copy.number += 1
        return copy
    }
}

/// What an automatic backup is written as, by its name in the settings.
public enum BackupFormat: String, Sendable, CaseIterable {
    /// A card store, with everything.
    case store
    /// The ZIP archive of Catima, which may be encrypted.
    case catima

    var fileExtension: String {
        switch self {
        case .store: "db"
        case .catima: "zip"
        }
    }
}
