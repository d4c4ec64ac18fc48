/// How many automatic backups are kept: the last one of each of so many days, weeks and months in which there was one.
///
/// Backups are taken in the order in which they were written, not by their names: a clock that was set back must not make new ones old.
public struct BackupKeeping: Hashable, Sendable {
    public var daily = 7
    public var weekly = 4
    public var monthly = 12

    public init() {}

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
