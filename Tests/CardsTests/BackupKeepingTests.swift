import Cards
import Foundation
import TestSupport
import Testing

@Suite("Automatic backups that are kept")
struct BackupKeepingTests {
    private func name(_ day: Int, minute: Int = 600, _ format: BackupFormat = .store) -> BackupName {
        BackupName(day: CalendarDay(daysSince1970: day), minute: minute, format: format)
    }

    @Test("names are read back as they were written")
    func names() throws {
        let day = try #require(CalendarDay("2026-11-23"))
        let first = BackupName(day: day, minute: 112, format: .catima)
        #expect(first.text == "cards-2026-11-23T0152.zip")
        #expect(first.next.text == "cards-2026-11-23T0152-2.zip")
        #expect(first.time == "2026-11-23 01:52")
        for name in [first, first.next, BackupName(day: day, minute: 0, number: 12, format: .store)] {
            #expect(BackupName(name.text) == name)
        }
    }

    @Test(
        "the name of another file is none",
        arguments: [
            "", "cards-.db", "cards.db", "cards-2026-11-23.zip", "cards-2026-11-23T0152", "cards-2026-11-23T2400.zip",
            "cards-2026-11-23T0160.db", "cards-2026-11-31T0152.db", "cards-2026-11-23T0152-1.db",
            "cards-2026-11-23T0152-02.db", "cards-2026-11-23T0152-2-3.db", "cards-2026-11-23T152.db",
            "cards-2026-11-23T+152.db", "Cards-2026-11-23T0152.db", "cards-2026-11-23T0152.DB",
            "cards-2026-11-23T0152.db ",
            "my cards-2026-11-23T0152.db", "cards-2026-11-23T0152-x.db", "cards-2026-11-23TT0152.db",
        ])
    func otherNames(_ text: String) { #expect(BackupName(text) == nil) }

    @Test("after a year of backups there are 7 days, 4 weeks and 12 months, and the last one")
    func year() throws {
        var (kept, removed): ([BackupName], Int) = ([], 0)
        let start = try #require(CalendarDay("2026-01-01")).daysSince1970
        for day in start..<start + 365 {
            for minute in [500, 900] {
                kept.append(name(day, minute: minute))
                let superfluous = Set(BackupKeeping().superfluous(of: kept))
                removed += superfluous.count
                kept.removeAll { superfluous.contains($0) }
            }
        }
        let last = start + 364
        #expect(kept.last == name(last, minute: 900))
        #expect(Set((0..<7).map { name(last - $0, minute: 900) }).isSubset(of: kept))
        #expect(Set(kept.map { $0.day.month }) == Set(1...12))
        #expect(Set(kept.map { $0.day.daysSince1970 - $0.day.weekday }).count >= 4)
        #expect(kept.count <= 7 + 4 + 12 && kept.count + removed == 730)
    }

    @Test("whatever the clock does, the last backup stays, and nothing is removed that was not there")
    func anyOrder() {
        var random = SeededGenerator()
        for _ in 0..<300 {
            var keeping = BackupKeeping()
            keeping.daily = Int.random(in: 0...5, using: &random)
            keeping.weekly = Int.random(in: 0...3, using: &random)
            keeping.monthly = Int.random(in: 0...3, using: &random)
            var (day, names): (Int, [BackupName]) = (20_000, [])
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                // Mostly forwards; sometimes the clock is set back or ahead by up to two years.
                day +=
                    Int.random(in: 0...9, using: &random) == 0
                    ? Int.random(in: -700...700, using: &random) : Int.random(in: 0...3, using: &random)
                let new = name(day, minute: Int.random(in: 0..<1440, using: &random))
                if !names.contains(new) { names.append(new) }
                let superfluous = keeping.superfluous(of: names)
                #expect(names.isEmpty || !superfluous.contains(names[names.count - 1]))
                #expect(Set(superfluous).isSubset(of: names))
                names.removeAll { superfluous.contains($0) }
                #expect(names.count <= max(1, keeping.daily + keeping.weekly + keeping.monthly + 1))
                // What is kept stays kept until another one is written.
                #expect(keeping.superfluous(of: names) == [])
            }
        }
    }

    @Test("a clock that was set back does not make new backups old")
    func setBack() {
        var keeping = BackupKeeping()
        (keeping.daily, keeping.weekly, keeping.monthly) = (2, 0, 0)
        let names = [name(20_000), name(20_001), name(19_000), name(19_001)]
        #expect(keeping.superfluous(of: names) == [name(20_000), name(20_001)])
    }

    @Test("the record is read back as it was written; what is broken in it is left out")
    func record() throws {
        var record = BackupRecord()
        record.files = [BackupRecord.File(folder: "/a b", name: name(20_000), bytes: 12)]
        (record.changes, record.failure) = ("3.0.0", "No \"room\".")
        #expect(BackupRecord(json: record.json) == record)
        #expect(record.files[0].path == "/a b/" + name(20_000).text)
        #expect(BackupRecord(json: .null) == nil)
        let broken = try JSONParser.parse(Array(#"{"files":[{"folder":"/","name":"x.db","bytes":1},3]}"#.utf8))
        #expect(BackupRecord(json: broken) == BackupRecord())
    }

    @Test("of a backup each day these are kept: the last seven days, and the last days of weeks and months")
    func fixedDays() throws {
        let (first, last) = (try #require(CalendarDay("2026-08-29")), try #require(CalendarDay("2026-11-25")))
        let names = (first.daysSince1970...last.daysSince1970).map {
            BackupName(day: CalendarDay(daysSince1970: $0), minute: 0, format: .store)
        }
        let superfluous = Set(BackupKeeping().superfluous(of: names))
        // 8, 15 and 22 November 2026 are Sundays.
        #expect(
            names.filter { !superfluous.contains($0) }.map(\.day.text) == [
                "2026-08-31", "2026-09-30", "2026-10-31", "2026-11-08", "2026-11-15", "2026-11-19", "2026-11-20",
                "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25",
            ])
    }
}
