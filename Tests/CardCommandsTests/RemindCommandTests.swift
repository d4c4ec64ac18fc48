import CardStorage
import Cards
import TestSupport
import Testing

@testable import CardCommands

/// On 20 November 2026.
@Suite("Reminders and renewals on the command line", .timeLimit(.minutes(2)))
struct RemindCommandTests {
    /// Two of the cards are due: Tesco expires in 12 days, Łódź Library expired yesterday.
    private func fixture() async throws -> StoreFixture {
        var fixture = try await StoreFixture(try StoreFixture.cards())
        fixture.line.variables["PATH"] = fixture.line.folder.path + ":/usr/bin:/bin"
        return fixture
    }

    @Test("a card is told of once; archived cards are not, and a dry run is no reminder")
    func once() async throws {
        let fixture = try await fixture()
        let planned = await fixture.run("remind", "--dry-run")
        let first = await fixture.run("remind")
        #expect(first.code == 0 && first.err == "")
        #expect(first.out == planned.out)
        let lines = first.out.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("Łódź Library expired yesterday, on Thursday, 19 November 2026") == true)
        #expect(lines.last?.hasPrefix("Tesco expires in 12 days, on Wednesday, 2 December 2026") == true)
        let second = await fixture.run("remind")
        #expect(second.code == 0 && second.out == "" && second.err == "")
    }

    @Test("a command gets an array on its input; one that fails is tried again, with what it said of nobody")
    func command() async throws {
        let fixture = try await fixture()
        let failed = await fixture.run("remind", "--command", "exit 4")
        #expect(failed.code == 1)
        #expect(failed.err.contains("The reminder command failed: exit code 4."))
        let file = fixture.line.folder.path + "/got"
        let sent = await fixture.run("remind", "--command", "cat > '\(file)'", "--json")
        #expect(sent.code == 0)
        let json = try JSONParser.parse(Array(try fixture.line.folder.text(of: "got").utf8))
        #expect(json.array?.compactMap { $0["name"]?.string } == ["Łódź Library", "Tesco"])
        #expect(json.array?.last?["expiry"]?.string == "2026-12-02")
        #expect(json.array?.last?["periods"]?.array?.compactMap(\.string) == ["30d"])
        #expect(sent.out.split(separator: "\n").count == 2)
        #expect(await fixture.run("remind").out == "")
    }

    @Test("the settings say when, by what command, and when expired cards are archived")
    func settings() async throws {
        let fixture = try await fixture()
        let file = fixture.line.folder.path + "/got"
        let config = try fixture.line.folder.write(
            "remind_before: [3d]\nremind_command: cat > '\(file)'\narchive_expired_after: 0d\n", to: "settings.yaml")
        let result = await fixture.run("--config", config, "remind")
        #expect(result.code == 0)
        #expect(result.out.hasPrefix("Archived Łódź Library: expired before 2026-11-20."))
        #expect(try await fixture.card("B")?.isArchived == true)
        // Tesco expires in more than three days: there was nothing to send.
        #expect(throws: (any Error).self) { try fixture.line.folder.text(of: "got") }
        #expect(await fixture.run("undo").code == 0)
        #expect(try await fixture.card("B")?.isArchived == false)
        #expect(await fixture.run("--config", config, "remind").code == 0)
        #expect(try await fixture.card("B")?.isArchived == false)
        #expect(try fixture.line.folder.text(of: "got").contains("Library"))
    }

    @Test("a reminder of a later day is one of a wrong clock: it is said, and sent again when its day comes")
    func wrongClock() async throws {
        let fixture = try await fixture()
        let card = try #require(try await fixture.card("A"))
        let expiry = try #require(card.expiry)
        let later = try #require(CalendarDay("2027-11-20"))
        try await fixture.store.remember([
            SentReminder(card: card.identifier, expiry: expiry, period: "30d", day: later)
        ])
        let result = await fixture.run("remind")
        #expect(result.code == 0 && result.out.contains("Tesco expires in 12 days"))
        #expect(result.err.contains("2027-11-20") && result.err.contains("the clock is wrong now or was wrong then"))
        let second = await fixture.run("remind")
        #expect(second.out == "" && second.err == "")
    }

    private func rail() throws -> Card {
        try Card.make("E", "Juniper Rail") { card in
            card.number = "7"
            card.moments = Moment("2026-11-20T19:05:00+01:00").map { [CardMoment(.departure, from: $0)] } ?? []
        }
    }

    /// It is midnight in UTC.
    private func departing() async throws -> StoreFixture {
        let rail = try rail()
        let late = try Card.make("F", "Late Rail") { card in
            (card.number, card.unknownFields, card.isArchived) = ("8", rail.unknownFields, true)
        }
        return try await StoreFixture([rail, late])
    }

    @Test("a departure is told once in its hours; archived cards are not; the settings say when, or never")
    func moments() async throws {
        let fixture = try await departing()
        func config(_ text: String) throws -> String { try fixture.line.folder.write(text, to: "settings.yaml") }
        let never = try config("remind_moments: []\n")
        #expect(await fixture.run("--config", never, "remind").out == "")
        let short = try config("remind_moments: [3h]\n")
        #expect(await fixture.run("--config", short, "remind").out == "")
        let planned = await fixture.run("remind", "--dry-run", "--json")
        let json = try JSONParser.parse(Array(planned.out.utf8))
        #expect(json["moment"]?.string == "2026-11-20T19:05:00+01:00" && json["kind"]?.string == "departure")
        #expect(json["periods"]?.array?.compactMap(\.string) == ["24h"] && json["days"] == .integer(0))
        let first = await fixture.run("remind")
        #expect((first.code, first.out, first.err) == (0, "Juniper Rail: departs today 18:05\n", ""))
        #expect(await fixture.run("remind").out == "")
    }

    @Test("before 8 the hourly timer tells only what has a time; whoever runs the command gets everything at once")
    func night() async throws {
        let gym = try Card.make("G", "Gym") { ($0.number, $0.expiry) = ("9", CalendarDay("2026-11-21")) }
        let old = try Card.make("H", "Old Gym") { ($0.number, $0.expiry) = ("10", CalendarDay("2026-11-10")) }
        let fair = try Card.make("I", "Fair") { card in
            card.number = "11"
            card.moments = Moment("2026-11-20").map { [CardMoment(.event, from: $0)] } ?? []
        }
        let night = try await StoreFixture([try rail(), gym, old, fair])
        let config = try night.line.folder.write("archive_expired_after: 5d\n", to: "settings.yaml")
        let timer = await night.run("--config", config, "remind", "--hourly")
        #expect((timer.code, timer.out, timer.err) == (0, "Juniper Rail: departs today 18:05\n", ""))
        #expect(try await night.card("H")?.isArchived == false)
        let person = await night.run("--config", config, "remind")
        #expect(person.code == 0 && person.out.contains("Archived Old Gym"))
        #expect(person.out.contains("Fair: today\n") && person.out.contains("Gym expires tomorrow"))
        #expect(!person.out.contains("Juniper Rail"))
        #expect(try await night.card("H")?.isArchived == true)
    }

    @Test("each period of a moment is there once in the JSON, and each train has a reminder")
    func twoTrains() async throws {
        let rail = try Card.make("E", "Juniper Rail") { card in
            card.number = "7"
            card.moments = ["2026-11-20T19:05:00+01:00", "2026-11-20T06:05:00+01:00"].compactMap(Moment.init)
                .map { CardMoment(.departure, from: $0) }
        }
        let fixture = try await StoreFixture([rail])
        let lines = await fixture.run("remind", "--json").out.split(separator: "\n")
        let found = try lines.map { try JSONParser.parse(Array($0.utf8)) }
        #expect(
            found.compactMap { $0["moment"]?.string } == ["2026-11-20T06:05:00+01:00", "2026-11-20T19:05:00+01:00"])
        #expect(found.allSatisfy { $0["periods"]?.array?.compactMap(\.string) == ["24h"] })
    }

    @Test("the timer is hourly unless each period is two days or more, and an hourly one says so to the program")
    func hourly() async throws {
        var fixture = try await departing()
        fixture.line.variables["PATH"] = fixture.line.folder.path + ":/usr/bin:/bin"
        _ = try fixture.line.folder.write("#!/bin/sh\nexit 1\n", to: "systemctl", mode: 0o700)
        let config = try fixture.line.folder.write("remind_moments: 24h, 3h\n", to: "settings.yaml")
        let result = await fixture.run("--config", config, "remind", "--install")
        #expect(result.code == 0 && result.out.contains(" * * * * "))
        #expect(!result.out.contains(" 8 * * * "))
        #expect(result.out.contains(" remind --hourly --store="))
        let daily = try fixture.line.folder.write("remind_moments: 2d\n", to: "daily.yaml")
        let calm = await fixture.run("--config", daily, "remind", "--install")
        #expect(calm.code == 0 && calm.out.contains(" 8 * * * ") && !calm.out.contains("--hourly"))
    }

    @Test("a mail has a line for each card and no card in the arguments")
    func mail() async throws {
        let fixture = try await fixture()
        let folder = fixture.line.folder
        _ = try folder.write(
            "#!/bin/sh\necho \"$@\" > '\(folder.path)/arguments'\ncat > '\(folder.path)/mail'\n", to: "sendmail",
            mode: 0o700)
        #expect(await fixture.run("remind", "--mail", "me@home.example").code == 0)
        #expect(try folder.text(of: "arguments") == "-i me@home.example\n")
        #expect(try folder.text(of: "mail").contains("\n\nŁódź Library expired yesterday"))
        #expect(try folder.text(of: "mail").contains("\nTesco expires in 12 days"))
    }

    @Test(
        "what cannot be meant is refused",
        arguments: [
            ["--mail", "-x"], ["--mail", "a b"], ["--command", " "], ["--install", "--uninstall"],
            ["--install", "--json"], ["--install", "--hourly"], ["--uninstall", "--hourly"],
            ["--install", "--command", "x"], ["--uninstall", "--mail", "me"],
        ])
    func refused(arguments: [String]) async throws {
        #expect(try await fixture().run(["remind"] + arguments).code == 2)
    }

    @Test("without systemd the line for cron is printed, with the store of this run")
    func cron() async throws {
        let fixture = try await fixture()
        _ = try fixture.line.folder.write("#!/bin/sh\nexit 1\n", to: "systemctl", mode: 0o700)
        let result = await fixture.run("remind", "--install", "--store", "/a b.sqlite", "--mail", "me")
        #expect(result.code == 0)
        #expect(result.out.contains(" * * * * "))
        #expect(result.out.hasSuffix(" remind --hourly '--store=/a b.sqlite' --mail=me\n"))
        #expect(await fixture.run("remind", "--uninstall").code == 0)
    }

    @Test("renew sets the last day, a year later unless a day is given, and what was told counts for the old day")
    func renew() async throws {
        let fixture = try await fixture()
        _ = await fixture.run("remind")
        let result = await fixture.run("renew", "Tesco")
        #expect(result.code == 0 && result.out == "Tesco is valid until 2027-12-02\n")
        #expect(try await fixture.card("A")?.expiry?.text == "2027-12-02")
        #expect(try await fixture.card("A")?.validFrom == nil)
        _ = await fixture.run("renew", "Tesco", "2026-12-05", "--start", "2026-11-01")
        #expect(try await fixture.card("A")?.expiry?.text == "2026-12-05")
        #expect(try await fixture.card("A")?.validFrom?.text == "2026-11-01")
        #expect(await fixture.run("remind").out.contains("Tesco expires in 15 days"))
        #expect(await fixture.run("undo").code == 0)
        #expect(try await fixture.card("A")?.expiry?.text == "2027-12-02")
    }

    @Test("a day that cannot be is refused, and nothing is changed")
    func badDay() async throws {
        let fixture = try await fixture()
        #expect(await fixture.run("renew", "Tesco", "soon").code == 2)
        #expect(await fixture.run("renew", "Tesco", "+1y", "--start", "soon").code == 2)
        #expect(await fixture.run("renew", "Tesco", "2026-12-01", "--start", "2027-01-01").code == 1)
        #expect(try await fixture.card("A")?.expiry?.text == "2026-12-02")
    }
}
