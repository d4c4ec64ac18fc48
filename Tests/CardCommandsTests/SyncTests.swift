import Cards
import Testing

@testable import CardCommands

@Suite("The sync command", .timeLimit(.minutes(5)))
struct SyncTests {
    private func status(_ change: (inout LoaderStatus) -> Void = { _ in }) -> LoaderStatus {
        var status = LoaderStatus(host: "cards.example:80")
        change(&status)
        return status
    }

    /// The status after a download.
    private func idle(_ change: (inout LoaderStatus) -> Void = { _ in }) -> LoaderStatus {
        status {
            $0.hasDownloaded = true
            change(&$0)
        }
    }

    private func run(_ fixture: CommandLineFixture, _ more: String...) async -> CommandLineFixture.Result {
        await fixture.run(["sync", "--backend", "http://cards.example"] + more)
    }

    private func card(_ name: String, reason: String? = nil) throws -> PendingCard {
        PendingCard(
            id: try #require(CardID("id-\(name)")), name: name, kind: .new, attempts: 1, lastFailure: reason,
            isRefused: reason != nil)
    }

    @Test("when nothing is left to send, one line summarizes the sync")
    func summary() async throws {
        let fixture = try await CommandLineFixture([.make("a", "A"), .make("b", "B")])
        fixture.loader.publish([
            status(), status { $0.tally.pending = 3 },
            status { ($0.tally.pending, $0.phase) = (3, .downloading(DownloadProgress(cards: 1))) },
            idle { $0.tally.pending = 3 }, idle { ($0.tally.pending, $0.phase) = (3, .uploading(remaining: 3)) },
            idle { ($0.tally.conflicts, $0.tally.absent, $0.sent) = (1, 2, 3) },
        ])
        let result = await run(fixture)
        #expect(result.out == "cards.example:80: 2 cards, 3 sent, 1 in conflict, 2 no longer there\n")
        #expect(result.err.isEmpty && result.code == 0)
        #expect(fixture.loader.calls == ["synchronize", "start", "stop"])
        #expect(fixture.loader.backend?.address == "http://cards.example")
        fixture.loader.publish([idle()])
        #expect(await run(fixture).out == "cards.example:80: 2 cards\n")
    }

    @Test("the result as JSON is one object; what failed is reported beside it")
    func json() async throws {
        let fixture = try await CommandLineFixture([.make("a", "A"), .make("b", "B")])
        fixture.loader.publish([idle { ($0.tally.conflicts, $0.tally.absent, $0.sent) = (1, 2, 3) }])
        let result = await run(fixture, "--json")
        #expect((result.code, result.err) == (0, ""))
        #expect(
            result.out
                == #"{"backend":"cards.example:80","downloaded":true,"cards":2,"new":0,"sent":3,"pending":0,"rejected":0,"#
                + #""conflicts":1,"absent":2,"unreadable":0,"returned":0,"unreadValues":0,"awaitingConsent":0,"failure":null}"#
                + "\n")
        fixture.loader.publish([status { $0.fail(LoaderFailure("no answer.", source: .connection)) }])
        let offline = await run(fixture, "--json")
        #expect((offline.code, offline.err) == (4, #"{"error":"no answer."}"# + "\n"))
        let json = try JSONParser.parse(Array(offline.out.utf8))
        #expect(json["downloaded"] == .bool(false))
        #expect(json["failure"] == .string("no answer."))
    }

    @Test("the first failure ends it: a network failure with 4, a store failure with 3")
    func failures() async throws {
        let fixture = try await CommandLineFixture([.make("a", "A")])
        fixture.loader.publish([
            status {
                $0.tally.pending = 1
                $0.fail(LoaderFailure("cards.example:80: no answer.", source: .connection))
            }
        ])
        let offline = await run(fixture)
        #expect(offline.code == 4 && offline.out.isEmpty)
        #expect(offline.err == "cards-tui: cards.example:80: no answer.\n")
        #expect(fixture.loader.calls.last == "stop")
        fixture.loader.publish([
            idle {
                $0.tally.pending = 1
                $0.fail(LoaderFailure("cards.example:80: it broke."))
            }
        ])
        let later = await run(fixture)
        #expect(later.code == 4 && later.out == "cards.example:80: 1 card, 1 pending\n")
        let full = StoreError.diskFull(path: fixture.folder.path + "/cards.sqlite")
        fixture.loader.publish([status { $0.fail(LoaderFailure(full.userMessage, source: .store)) }])
        #expect(await run(fixture, "--store", fixture.folder.path + "/cards.sqlite").code == 3)
    }

    @Test("rejected cards are listed with their reasons, and the exit code is not 0")
    func refused() async throws {
        let fixture = try await CommandLineFixture()
        fixture.loader.publish(
            [
                idle { ($0.tally.pending, $0.tally.refused) = (2, 1) },
                idle { ($0.tally.pending, $0.tally.refused) = (1, 1) },
            ],
            waiting: [try card("Elm", reason: "cards.example:80 rejected it: too large")])
        let result = await run(fixture)
        #expect(result.code == 1)
        #expect(result.out == "cards.example:80: 0 cards, 1 rejected\n")
        #expect(result.err == "cards-tui: cards.example:80 rejected Elm: too large\n")
        fixture.loader.publish(
            [idle { ($0.tally.pending, $0.tally.refused) = (30, 30) }],
            waiting: try (0..<30).map { try card("\($0)", reason: "no") })
        let lines = await run(fixture).err.split(separator: "\n")
        #expect(lines.count == 21 && lines.last == "cards-tui: and 10 more")
    }

    @Test("invalid cards, a read-only backend and restored cards are reported")
    func reported() async throws {
        let fixture = try await CommandLineFixture()
        fixture.loader.publish([
            idle {
                $0.lastList = ListReport(
                    rejected: 2, rejections: [RejectedCard(name: "Gym", reason: "no name")], revived: ["Elm"])
            }
        ])
        let rejected = await run(fixture)
        #expect(rejected.code == 1)
        #expect(
            rejected.err.contains(
                "cards.example:80: 2 cards could not be read:\ncards-tui:   Gym: no name\ncards-tui:   and 1 more\n"
            ))
        #expect(rejected.err.contains("Elm is back: it was changed elsewhere after you deleted it.\n"))
        fixture.loader.publish([idle { ($0.tally.pending, $0.phase) = (1, .readOnly) }])
        let files = await run(fixture)
        #expect(files.code == 1 && files.out == "cards.example:80: 0 cards, 1 pending\n")
        #expect(files.err == "cards-tui: cards.example:80 is read-only: your changes are saved here.\n")
    }

    @Test("values that cannot be read, and cards that came back, are told without being a failure")
    func told() async throws {
        let fixture = try await CommandLineFixture()
        let odd = Card(identifier: .random(), name: "")
        var unread = UnreadValues()
        for (key, value) in [("expiry", JSON.string("soon")), ("icon", .number("5"))] {
            var card = odd
            card.unknownFields[key] = value
            for field in card.unreadFields { unread.add(field, of: card, named: "Gym") }
        }
        let list = unread
        fixture.loader.publish([
            idle { ($0.lastList.unread, $0.lastList.doubled, $0.tally.returned) = (list, ["Elm"], 1) }
        ])
        let result = await run(fixture)
        #expect(result.code == 0 && result.out == "cards.example:80: 0 cards, 1 there again\n")
        #expect(result.err.contains("2 values could not be read, and are kept as received:\n"))
        #expect(result.err.contains("Gym: expiry \"soon\"\n") && result.err.contains("Gym: icon 5\n"))
        #expect(result.err.contains("cards.example:80 lists Elm more than once: the first entry is used.\n"))
        #expect(result.err.contains("cards.example:80 again has 1 card that you deleted forever."))
    }

    @Test("cards older than the backend are sent only with --send-all")
    func question() async throws {
        let fixture = try await CommandLineFixture([.make("a", "A"), .make("b", "B")])
        let asked = idle { ($0.tally.pending, $0.tally.earlier, $0.cardsAwaitingConsent) = (2, 2, 2) }
        fixture.loader.publish([asked])
        let refused = await run(fixture)
        #expect(refused.code == 1 && refused.out == "cards.example:80: 2 cards, 2 pending\n")
        #expect(
            refused.err == "cards-tui: 2 cards were here before cards.example:80 was set up, and nothing was sent. "
                + "Use --send-all to send them.\n")
        #expect(!fixture.loader.calls.contains { $0.hasPrefix("answer") })
        // Those that were added since are sent.
        fixture.loader.publish([
            idle { ($0.tally.pending, $0.tally.earlier, $0.cardsAwaitingConsent, $0.sent) = (2, 2, 2, 1) }
        ])
        let partly = await run(fixture).err
        #expect(partly.contains("2 cards were here before cards.example:80 was set up, and were not sent."))
        fixture.loader.publish(
            [asked, asked],
            answered: [idle { ($0.tally.pending, $0.phase) = (2, .uploading(remaining: 2)) }, idle { $0.sent = 2 }])
        let sent = await run(fixture, "--send-all")
        #expect(sent.code == 0 && sent.out == "cards.example:80: 2 cards, 2 sent\n")
        #expect(fixture.loader.calls.suffix(2) == ["answer granted", "stop"])
    }

    @Test("while another program syncs it waits, and says so once")
    func elsewhere() async throws {
        let fixture = try await CommandLineFixture()
        let elsewhere = idle { $0.phase = .waitingForOther }
        fixture.loader.publish([elsewhere, elsewhere, idle()])
        let result = await run(fixture)
        #expect(result.code == 0 && result.out == "cards.example:80: 0 cards\n")
        #expect(result.err == "cards-tui: waiting for another program that is syncing these cards\n")
    }

    @Test("when interrupted, it stops the loader and says what happens to the rest")
    func stopped() async throws {
        let fixture = try await CommandLineFixture()
        fixture.loader.publish([status { $0.phase = .downloading(DownloadProgress(cards: 1)) }])
        let task = Task { await run(fixture) }
        task.cancel()
        let result = await task.value
        #expect(result.code == 130 && result.out.isEmpty)
        #expect(result.err == "cards-tui: stopped. Received cards are kept.\n")
        #expect(fixture.loader.calls.last == "stop")
    }

    @Test("without a backend, and with --demo, it is a usage error; the backend of the settings is used")
    func usage() async throws {
        let fixture = try await CommandLineFixture()
        fixture.loader.publish([idle()])
        let none = await fixture.run("sync")
        #expect(none.code == 2 && none.opened.isEmpty)
        #expect(none.err.contains("Set backend.url in \(fixture.folder.path)/.config/cards-tui/config.yaml"))
        #expect(await run(fixture, "--demo").code == 2)
        #expect(await fixture.run("list", "--send-all").code == 2)
        let file = try fixture.folder.write("backend:\n  url: http://here\n", to: "config.yaml")
        #expect(await fixture.run("sync", "--config", file).code == 0)
        #expect(fixture.loader.backend?.address == "http://here")
    }
}
