import Cards
import Testing

struct ViewStateTests {
    private func state(_ text: String) throws -> ViewState { ViewState(json: try JSONParser.parse(Array(text.utf8))) }

    @Test(
        "every value is saved and restored", arguments: CardOrder.Key.allCases, ViewState.Layout.allCases
    )
    func roundTrip(key: CardOrder.Key, layout: ViewState.Layout) throws {
        var state = ViewState()
        #expect(ViewState(json: state.json) == state)
        state.order = CardOrder(key, isReversed: true)
        state.hidesArchived = true
        state.layout = layout
        state.listShare = 40
        state.theme = "nord \"é\""
        state.photoFolder = "/home/me/Pictures"
        state.folders.imports = "/home/me/Downloads"
        state.folders.exports = "backup/"
        state.columns = [.balance, .note]
        state.groupOrder = ["food", "town \"hall\""]
        state.lastLook = Timestamp(milliseconds: 1_795_176_000_000)
        state.notices.expiry = ExpiryNotice(day: CalendarDay(daysSince1970: 20_777), cards: [.random(), .random()])
        let starts = ["2026-11-20", "2026-11-20T15:05:00+01:00"].compactMap(Moment.init)
        state.notices.moments = MomentNotice(starts.map { (card: CardID.random(), start: $0) })
        #expect(state.notices.moments.texts.count == 2)
        for number in 0..<10 { state.notePhotoFolder("/photos \(number)") }
        state.notePhotoFolder("/photos 5")
        #expect(state.photoFolders.first == "/photos 5")
        #expect(state.photoFolders.count == 8)
        #expect(try JSONParser.parse(JSONWriter.bytes(of: state.json)) == state.json)
        #expect(ViewState(json: state.json) == state)
    }

    @Test(
        "invalid values become the default",
        arguments: [
            "null", "[]", "3", "\"rows\"", "{}", "{\"order\":7,\"view\":\"cube\",\"reversed\":\"yes\",\"theme\":false}",
            "{\"photoFolder\":\"here\",\"photoFolders\":[\"relative\",7]}", "{\"photoFolders\":{}}",
            "{\"expiryNotice\":\"soon 1\",\"momentNotice\":[7,{}]}", "{\"momentNotice\":\"a\"}", "{\"groupOrder\":7}",
            "{\"listShare\":34}", "{\"listShare\":76}",
            "{\"listShare\":1e9}",
            "{\"listShare\":99999999999999999999}", "{\"lastLook\":\"today\"}", "{\"lastLook\":1e3}",
            "{\"order\":\"by smell\",\"hidesArchived\":1,\"more\":{\"a\":[1]}}",
        ])
    func foreign(_ text: String) throws {
        #expect(try state(text) == ViewState())
    }

    @Test("an invalid value does not affect the others")
    func mixed() throws {
        // A column of a newer program, and one twice; no column at all is a choice.
        #expect(try state("{\"columns\":[\"note\",\"stamps\",\"note\"]}").columns == [.note])
        #expect(try state("{\"columns\":[]}").columns == [])
        #expect(try state("{\"columns\":7}").columns == RowColumn.usual)
        let mixed = try state("{\"order\":\"expiry\",\"view\":9,\"listShare\":35,\"later\":true}")
        var expected = ViewState()
        (expected.order, expected.listShare) = (CardOrder(.expiry), 35)
        #expect(mixed == expected)
    }

    @Test("a demo saves no view state")
    func demo() async {
        var state = ViewState()
        state.theme = "nord"
        await NoViewState().keep(state)
        #expect(NoViewState().load() == ViewState())
    }
}
