import Cards
import Testing

@Suite("What other devices changed, in words")
struct DeviceNewsTests {
    private let desk = DeviceID.random()
    private let phone = DeviceID.random()
    private let museum = Card(identifier: .random(), name: "Museumkaart")
    private let gym = Card(identifier: .random(), name: "Elm Gym")

    @Test("one card is named, several are counted, and each device has its part")
    func sentences() {
        var report = VaultMergeReport()
        #expect(report.sentence == nil)
        report.add(DeviceNews(desk, name: "desk", .deleted, museum))
        #expect(report.sentence == "desk: Museumkaart deleted")
        report.add(DeviceNews(desk, name: "desk", .added, gym))
        report.add(DeviceNews(phone, .changed, gym))
        #expect(report.sentence == "desk: 1 new, 1 deleted; another device: Elm Gym changed")
        report.conflicts = 2
        #expect(report.sentence?.hasSuffix("; 2 cards are in conflict") == true)
    }

    @Test("a card that is changed again stays one card; one that is new stays new")
    func oneCard() {
        var report = VaultMergeReport()
        report.add(DeviceNews(desk, name: "desk", .added, museum))
        var renamed = museum
        renamed.name = "Museum"
        var later = VaultMergeReport()
        later.add(DeviceNews(desk, name: "desk", .changed, renamed))
        report += later
        #expect(report.sentence == "desk: Museum new")
        report.add(DeviceNews(desk, name: "desk", .deleted, renamed))
        #expect(report.sentence == "desk: Museum deleted")
    }

    @Test("cards are counted, not how often they were changed")
    func cards() {
        var report = VaultMergeReport()
        for kind in [.added, .changed, .changed] as [DeviceNews.Kind] {
            for card in [museum, gym] { report.add(DeviceNews(desk, name: "desk", kind, card)) }
        }
        #expect(report.sentence == "desk: 2 new")
        report.add(DeviceNews(desk, .deleted, museum))
        #expect(report.sentence == "desk: 1 new, 1 deleted")
        report.add(DeviceNews(desk, .added, museum))
        report.add(DeviceNews(desk, .changed, Card(identifier: .random(), name: "Bus")))
        #expect(report.sentence == "desk: 2 new, 1 changed")
        #expect(report.news.first?.card == nil)
    }

    @Test("of very many cards all are counted")
    func many() {
        var report = VaultMergeReport()
        for number in 0..<3000 {
            report.add(DeviceNews(desk, name: "desk", .added, Card(identifier: .random(), name: "\(number)")))
        }
        var later = VaultMergeReport()
        for number in 0..<2000 {
            later.add(DeviceNews(desk, .deleted, Card(identifier: .random(), name: "\(number)")))
        }
        report += later
        #expect(report.sentence == "desk: 3000 new, 2000 deleted")
    }

    @Test("the place of a remote tells two databases of one server apart, and holds no user")
    func places() throws {
        let texts = [
            "postgresql://desk@127.0.0.1:15432/cards?sslmode=disable", "https://nas.example/dav/", "folder:/mnt/a",
        ]
        let places = try texts.map { try RemoteAddress($0, in: "/", home: nil).place }
        #expect(places == ["127.0.0.1:15432/cards", "nas.example/dav", "/mnt/a"])
        #expect(try RemoteAddress("https://nas.example", in: "/", home: nil).place == "nas.example")
    }
}
