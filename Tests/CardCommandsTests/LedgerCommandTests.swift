import Cards
import Testing

@testable import CardCommands

@Suite("Ledgers from the command line")
struct LedgerCommandTests {
    private func fixture() async throws -> StoreFixture { try await StoreFixture(StoreFixture.cards()) }

    @Test("spend and receive change the balance, are listed, and are undone")
    func booking() async throws {
        let fixture = try await fixture()
        let spent = await fixture.run("spend", "tesco", "7.40", "--note", "lunch")
        #expect((spent.code, spent.out, spent.err) == (0, "Tesco: 5.10 EUR, before 12.50 EUR\n", ""))
        #expect(await fixture.run("receive", "tesco", "20", "--day", "2026-11-19").code == 0)
        #expect(try await fixture.card("A")?.balance == "25.10")
        #expect(
            await fixture.run("ledger", "tesco").out
                == "2026-11-20\tspend\t-7.40 EUR\t25.10 EUR\tlunch\n2026-11-19\treceive\t20.00 EUR\t32.50 EUR\t\n")
        #expect(
            await fixture.run("ledger", "tesco", "--limit", "1", "--csv").out
                == "day,kind,amount,currency,balance,note,counts\r\n2026-11-20,spend,-7.40,EUR,25.10,lunch,yes\r\n")
        #expect(await fixture.run("undo", "2").code == 0)
        #expect(try await fixture.card("A")?.balance == "12.50")
        #expect(
            await fixture.run("ledger", "tesco").out
                == "2026-11-20\tspend\t-7.40 EUR\tcancelled\tlunch\n2026-11-19\treceive\t20.00 EUR\tcancelled\t\n")
        let json = await fixture.run("ledger", "tesco", "--json", "--limit", "1").out
        #expect(json.contains(#""kind":"spend","amount":"-7.40","currency":"EUR","balance":null,"counts":false"#))
    }

    @Test(
        "spend takes x and used, as the messages say; use takes a day; money that comes onto a used card brings it back"
    )
    func words() async throws {
        let fixture = try await fixture()
        #expect(await fixture.run("edit", "tesco", "--balance", "10/10 stamps").code == 0)
        #expect(await fixture.run("spend", "tesco", "1", "--yes").code == 0)
        #expect(await fixture.run("receive", "tesco", "1").code == 0)
        #expect(await fixture.run("history", "tesco").out.contains("balance: 9/10 stamps → 10/10 stamps"))
        #expect(await fixture.run("receive", "tesco", "1").err.contains("this card is full; spend x to redeem it"))
        #expect(await fixture.run("receive", "tesco", "x").err.contains("x is spent, not received"))
        #expect(await fixture.run("spend", "tesco", "x").out == "Tesco: 0/10 stamps, before 10/10 stamps\n")
        #expect(await fixture.run("edit", "tesco", "--balance", "20 %").code == 0)
        #expect(await fixture.run("spend", "tesco", "used").out == "Tesco: used\n")
        #expect(await fixture.run("undo").code == 0)
        #expect(await fixture.run("use", "tesco", "--day", "2026-11-18").out == "Used Tesco\n")
        let used = try #require(try await fixture.card("A"))
        #expect((used.isArchived, used.used?.text) == (true, "2026-11-18"))
        #expect(await fixture.run("use", "tesco", "--day", "never").code == 2)
        #expect(await fixture.run("list", "is:used", "--columns", "name,used-on").out == "Tesco\t2026-11-18\n")

        #expect(await fixture.run("unarchive", "tesco").code == 0)
        #expect(await fixture.run("edit", "tesco", "--balance", "25 EUR").code == 0)
        let spent = await fixture.run("spend", "tesco", "used")
        #expect(spent.out == "Tesco: used, before 25.00 EUR\n")
        #expect(await fixture.run("receive", "tesco", "5").code == 0)
        #expect(try await fixture.card("A")?.isArchived == false)
        // A balance that was set leaves it used: then the rest is spent.
        #expect(await fixture.run("use", "tesco").code == 0)
        #expect(await fixture.run("edit", "tesco", "--balance", "3 EUR").code == 0)
        #expect(await fixture.run("use", "tesco").out == "Used Tesco\n")
        #expect(try await fixture.card("A")?.balance == "0.00")
        #expect(await fixture.run("use", "tesco").out == "No changes: Tesco\n")
    }

    @Test("show has the last three entries that count")
    func show() async throws {
        let fixture = try await fixture()
        #expect(await !fixture.run("show", "tesco").out.contains("Ledger"))
        for day in 10...13 {
            #expect(await fixture.run("spend", "tesco", "1", "--day", "2026-11-\(day)", "--note", "tea").code == 0)
        }
        let shown = await fixture.run("show", "tesco").out.split(separator: "\n").map { line in
            line.split(separator: " ").joined(separator: " ")
        }
        let first = try #require(shown.firstIndex(of: "Ledger 2026-11-13 -1.00 EUR tea"))
        #expect(Array(shown[first + 1...first + 2]) == ["2026-11-12 -1.00 EUR tea", "2026-11-11 -1.00 EUR tea"])
        #expect(!shown.contains { $0.contains("2026-11-10") })
        #expect(await fixture.run("undo").code == 0)
        #expect(await fixture.run("show", "tesco").out.contains("2026-11-10"))
    }

    @Test("below zero and another currency need --yes")
    func doubtful() async throws {
        let fixture = try await fixture()
        for amount in ["20", "1 USD"] {
            let refused = await fixture.run("spend", "tesco", amount)
            #expect((refused.code, refused.out) == (1, ""))
            #expect(refused.err.contains("--yes"))
        }
        #expect(try await fixture.card("A")?.balance == "12.50")
        #expect(await fixture.run("ledger", "tesco").out == "")
        #expect(await fixture.run("spend", "tesco", "1 USD", "--yes").out == "Tesco: 11.50 EUR, before 12.50 EUR\n")
        let json = await fixture.run("spend", "tesco", "20", "--yes", "--json").out
        #expect(json.contains(#""before":"11.50","balance":"-8.50","currency":"EUR""#))
    }

    @Test("a day before the card is valid needs --yes, the first day itself does not")
    func early() async throws {
        let fixture = try await fixture()
        #expect(await fixture.run("edit", "tesco", "--valid-from", "2026-11-10").code == 0)
        let refused = await fixture.run("spend", "tesco", "1", "--day", "2026-11-09")
        #expect((refused.code, refused.out) == (1, ""))
        #expect(refused.err.contains("not valid until 2026-11-10") && refused.err.contains("--yes"))
        #expect(try await fixture.card("A")?.balance == "12.50")
        #expect(await fixture.run("spend", "tesco", "1", "--day", "2026-11-10").code == 0)
        #expect(await fixture.run("spend", "tesco", "1", "--day", "2026-11-09", "--yes").code == 0)
        #expect(try await fixture.card("A")?.balance == "10.50")
    }

    @Test(
        "what cannot be read or does not fit says why",
        arguments: [
            ["spend", "tesco", "+7"], ["spend", "tesco", "a lot"], ["spend", "tesco", "1", "--day", "never"],
            ["receive", "tesco", "0"], ["ledger", "tesco", "--csv", "--json"], ["spend", "tesco"],
            ["receive", "tesco", String(repeating: "9", count: 40)],
        ])
    func wrong(_ words: [String]) async throws {
        let fixture = try await fixture()
        let result = await fixture.run(words)
        #expect((result.code, result.out) == (2, ""))
        #expect(!result.err.isEmpty)
        #expect(await fixture.run("spend", "tesco", "1.005").code == 1)
        #expect(try await fixture.card("A")?.balance == "12.50")
    }
}
