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
