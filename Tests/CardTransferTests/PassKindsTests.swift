import CardStorage
import Cards
import TestSupport
import Testing

@testable import CardTransfer

/// What passes in use hold, as their owners reported it.
@Suite("Passes as they are", .timeLimit(.minutes(5)))
struct PassKindsTests {
    /// The card of a pass with these members, and the remarks about it.
    private func card(
        _ members: String, with entries: [(String, [UInt8])] = []
    ) async throws -> (card: Card, remarks: [String]) {
        let store = try SQLiteCardStore.inMemory()
        let json = #"{"formatVersion": 1, "organizationName": "Shop", "description": "Club", \#(members)}"#
        let report = try await store.take(Made.zip([("pass.json", Array(json.utf8))] + entries)) {
            $0.language = "en"
        }.report
        return (try #require(try await store.everything().first), report.remarks.map(\.reason))
    }

    @Test(
        "a code keeps its text and its number whatever its kind is, and is drawn where the kind is one of ours",
        arguments: [
            (#""format": "PKBarcodeFormatCodabar", "message": "A29A", "altText": "29""#, "CODABAR A29A 29"),
            (#""format": "EAN", "message": "4006381333931""#, "EAN_13 4006381333931 4006381333931"),
            (#""format": "PKBarcodeFormatNew", "message": "M", "altText": "7""#, "PKBarcodeFormatNew M 7"),
            (#""message": "M""#, "UNKNOWN M M"),
        ])
    func kinds(code: String, expected: String) async throws {
        for value in ["{\(code)}", "[{\(code)}]"] {
            let (card, remarks) = try await card("\"storeCard\": {}, \"barcodes\": \(value)")
            #expect(
                "\(card.barcode?.format.rawValue ?? "") \(card.barcodeValue ?? "") \(card.number)" == expected)
            #expect(remarks.isEmpty == (card.barcode?.format.isKnown == true))
        }
    }

    @Test(
        "a code is drawn in its encoding, by any of its names, or else in UTF-8, with a remark",
        arguments: [
            ("UTF8", "Straße", "Straße", ""), ("us-ascii", "S", "S", ""), ("windows-1252", "Straße", "Stra\u{DF}e", ""),
            ("windows-1252", "5€", "5\u{80}", ""), ("Shift_JIS", "本", "\u{96}\u{7B}", ""),
            ("iso_8859-1", "5€", "", "\"iso_8859-1\": the code is drawn in UTF-8"),
            ("klingon", "ß", "", "\"klingon\": the code is drawn in UTF-8"),
        ])
    func encodings(name: String, text: String, latin1: String, remark: String) async throws {
        let (card, remarks) = try await card(
            #""storeCard": {}, "barcode": {"format": "PKBarcodeFormatQR", "message": "\#(text)", "messageEncoding": "\#(name)"}"#
        )
        let content = try #require(try card.barcode?.content(number: card.number))
        #expect(card.number == text)
        let isUTF8 = name == "UTF8" || latin1.isEmpty
        #expect(content.bytes == (isUTF8 ? Array(text.utf8) : latin1.unicodeScalars.map { UInt8($0.value) }))
        #expect((content.eci == 26) == isUTF8)
        #expect(remarks.count == (remark.isEmpty ? 0 : 1) && remarks.allSatisfy { $0.hasSuffix(remark) })
    }

    @Test(
        "the text beside a code is the number where it has the characters of one, and a line of the note otherwise",
        arguments: [("12 34-5", true), ("AB 99", true), ("Show this at the gate", false), ("Member 12345", false)])
    func printed(text: String, isNumber: Bool) async throws {
        let (card, _) = try await card(
            #""storeCard": {}, "barcode": {"format": "PKBarcodeFormatQR", "message": "xab99", "altText": "\#(text)"}"#)
        #expect(card.number == (isNumber ? text : "xab99"))
        #expect(card.note == (isNumber ? "Club" : "Club\n\n\(text)"))
    }

    @Test(
        "faults of programs that make passes are forgiven, with a remark",
        arguments: [
            (
                #"{"formatVersion": 1, "organizationName": "Shop", "description":, "generic": {"backFields": [,{"value":},,{"value": "v"},]}}"#,
                "Shop: v"
            ),
            (#"{"formatVersion": 1, "organizationName": " ", "description": "Club", "storeCard": []}"#, "Club: Club"),
            (#"{"formatVersion": 1, "organizationName": "Shop", "passTypeIdentifier": "p"}"#, "Shop: "),
        ])
    func faults(json: String, expected: String) async throws {
        let store = try SQLiteCardStore.inMemory()
        let report = try await store.take(json).report
        let card = try #require(try await store.everything().first)
        #expect("\(card.name): \(card.note)" == expected)
        #expect(report.remarks.count == 1)
    }

    @Test("a pass tells when it matters: its dates of relevance, and those of its semantic tags, each once")
    func semanticTags() async throws {
        let (card, _) = try await card(
            #"""
            "relevantDate": "2026-12-01T14:05:00+01:00", "relevantDates": [
                {"date": "2026-12-01T13:05:00Z"}, {"startDate": "2026-12-02T10:00+01:00", "endDate": "2026-12-02T12:00+01:00"},
                {"date": "soon"}, 7],
            "semantics": {"originalDepartureDate": "2026-12-01T14:00:00+01:00", "currentDepartureDate": "2026-12-01T14:05:00+01:00",
                "originalArrivalDate": "2026-12-01T16:00:00+01:00", "currentBoardingDate": "never"},
            "boardingPass": {"primaryFields": [{"key": "x", "value": "x", "semantics": {
                "eventStartDate": "2026-12-03T20:00", "eventEndDate": "2026-12-03T22:00",
                "originalArrivalDate": "2026-12-01T15:00:00Z"}}]}
            """#)
        let texts = card.moments.map { "\($0.kind) \($0.start.text) \($0.end?.text ?? "")" }
        #expect(
            texts == [
                "departure 2026-12-01T14:05:00+01:00 ", "arrival 2026-12-01T16:00:00+01:00 ",
                "event 2026-12-03T20:00:00 2026-12-03T22:00:00",
                "relevant 2026-12-02T10:00:00+01:00 2026-12-02T12:00:00+01:00",
            ])
        let many = (0..<50).map { #"{"date": "2026-12-01T14:\#($0 + 10 < 60 ? $0 + 10 : 59):00Z"}"# }
        #expect(try await self.card(#""relevantDates": [\#(many.joined(separator: ","))]"#).card.moments.count == 20)
        #expect(try await self.card(#""relevantDate": "never", "generic": {}"#).card.unknownFields.isEmpty)
    }

    @Test("the places of a pass are lines of the note with a link to a map; what is no place is told")
    func places() async throws {
        let (card, remarks) = try await card(
            #"""
            "description": "Club", "generic": {}, "locations": [
                {"latitude": 52.5, "longitude": 13.25, "relevantText": "Main\nshop"}, {"latitude": "-1.5e1", "longitude": "+0"},
                {"latitude": 91, "longitude": 0}, {"latitude": 1}, 7, {"latitude": "1&x=", "longitude": 2},
                {"latitude": 52.5, "longitude": 13.25, "relevantText": "Main shop"}]
            """#)
        #expect(
            card.note
                == """
                Club

                Main shop: https://www.openstreetmap.org/?mlat=52.5&mlon=13.25
                https://www.openstreetmap.org/?mlat=-15.000000&mlon=0.000000
                """)
        #expect(remarks.contains("4 places without a valid latitude and longitude: left out"))
        let many =
            [String](repeating: #"{"latitude": 1, "longitude": 2}"#, count: 9)
            + (0..<9).map { #"{"latitude": \#($0), "longitude": 3}"# }
        #expect(
            try await self.card(#""generic": {}, "locations": [\#(many.joined(separator: ","))]"#).card.note.split(
                separator: "\n"
            ).count == 3)
    }

    @Test("a pass of a later gate or hour changes its moments, in one step, and an export as JSON keeps them")
    func changedMoments() async throws {
        let store = try SQLiteCardStore.inMemory()
        func pass(_ hour: Int) -> String {
            #"{"passTypeIdentifier": "p", "serialNumber": "7", "organizationName": "Rail", "generic": {}, "relevantDate": "2026-12-01T\#(hour):05:00+01:00"}"#
        }
        #expect(try await store.take(pass(14)).report.added == 1)
        #expect(try await store.take(pass(14)).report.unchanged == 1)
        #expect(try await store.take(pass(15)).report.changed == 1)
        let moments = try #require(try await store.everything().first).moments
        #expect(moments.map(\.start.text) == ["2026-12-01T15:05:00+01:00"])
        let other = try SQLiteCardStore.inMemory()
        _ = try await other.take(bytes(ExportFormat.json.export(.all, of: store, now: Timestamp(milliseconds: 0))))
        #expect(try await other.everything().first?.moments == moments)
        _ = try await store.undo()
        #expect(try await store.everything().first?.moments.map(\.start.text) == ["2026-12-01T14:05:00+01:00"])
    }

    @Test("a pass in a folder, and a bundle that a Mac packed, come in whole")
    func folders() async throws {
        let json = Array(#"{"formatVersion": 1, "organizationName": "Shop", "generic": {}}"#.utf8)
        let pass = try Made.zip([("My/pass.json", json), ("My/icon.png", Made.picture(1)), ("My/._pass.json", [1])])
        let store = try SQLiteCardStore.inMemory()
        let report = try await store.take(Made.zip([("a.PKPASS", pass), ("._a.PKPASS", [1]), ("__MACOSX/x", [2])]))
            .report
        #expect((report.added, report.skipped.count, report.remarks.count) == (1, 0, 1))
        #expect(try await store.everything().first?.icon == PhotoHash(of: Made.picture(1)))
    }

    @Test("a link of a field is in the note, a balance may be a text or a binary fraction")
    func values() async throws {
        let link =
            #"{"label": "Web", "value": "x", "attributedValue": "<a href='https://a.example/?b=1&amp;c=2'>Offers</a>"}"#
        for (value, expected) in [
            ("21.749999999999996", "21.75"), ("\"21.75\"", "21.75"), ("0.999999999999999999", "1"),
        ] {
            let field = #"{"label": "Left", "value": \#(value), "currencyCode": "USD"}"#
            let (card, _) = try await card(#""storeCard": {"backFields": [\#(link), \#(field)]}"#)
            #expect((card.balance, card.currency) == (expected, "USD"))
            #expect(card.note == "Club\n\nWeb: Offers https://a.example/?b=1&c=2\nLeft: \(expected) USD")
        }
    }

    @Test(
        "a text with a sign of HTML that opens nothing is read once",
        arguments: [
            ("for children (age < 12) only", "for children (age < 12) only"), ("a<br>b < c", "a\nb < c"), ("<", "<"),
            ("<b>x</b> <", "x <"),
        ])
    func openSign(html: String, text: String) {
        #expect(AttributedText.plain(html) == text)
    }

    @Test("the same type and serial number are the same card, whatever it is called now")
    func sameCard() async throws {
        let store = try SQLiteCardStore.inMemory()
        for (name, number) in [("Shop", "1"), ("Store", "2")] {
            _ = try await store.take(
                #"{"passTypeIdentifier": "p", "serialNumber": "7", "organizationName": "\#(name)", "generic": {}, "barcode": {"format": "PKBarcodeFormatQR", "message": "\#(number)"}}"#
            )
        }
        #expect(try await store.everything().map { $0.name + $0.number } == ["Store2"])
    }

    @Test("a moment is a day where the reader is, and a later import of it elsewhere changes nothing")
    func moments() async throws {
        let store = try SQLiteCardStore.inMemory()
        func take(_ end: String, hours: Int64, _ note: String = "") async throws -> ImportReport {
            let json =
                #"{"passTypeIdentifier": "p", "serialNumber": "7", "organizationName": "Shop", "description": "\#(note)", "generic": {}, "expirationDate": "\#(end)", "relevantDates": [{"startDate": "2026-12-01T23:30:00+01:00"}]}"#
            return try await store.take(json) {
                $0.localDay = { Timestamp(milliseconds: $0.milliseconds + hours * 3_600_000).day }
            }.report
        }
        for end in ["2027-01-01T00:00:00+01:00", "2026-12-31T23:00Z"] {
            _ = try await take(end, hours: 1)
            let card = try #require(try await store.everything().first)
            #expect((card.validFrom, card.expiry) == (CalendarDay("2026-12-01"), CalendarDay("2026-12-31")))
        }
        #expect(try await take("2026-12-31T23:00Z", hours: 9).unchanged == 1)
        #expect(try await take("2027-01-01T00:00+0100", hours: 9, "more").changed == 1)
        #expect(try await store.everything().first?.expiry == CalendarDay("2026-12-31"))
        _ = try await take("2027-01-02T00:00+0100", hours: 9)
        #expect(try await store.everything().first?.expiry == CalendarDay("2027-01-02"))
    }

    @Test("the page shows a moment in the reader's zone, unless the pass says that zones do not matter")
    func zones() throws {
        let styles = #""dateStyle": "PKDateStyleShort", "timeStyle": "PKDateStyleShort""#
        let json =
            #"{"formatVersion": 1, "generic": {"backFields": [{"value": "2027-01-15T23:30Z", \#(styles)}, {"value": "2027-01-15T23:30Z", \#(styles), "ignoresTimeZone": true}, {"value": "2027-01-15T23:30:00+0000", "dateStyle": "PKDateStyleShort", "timeStyle": "PKDateStyleNone"}, {"value": "2027-01-15T12:30Z", "isRelative": true}]}}"#
        @Sendable func east(_ time: Timestamp) -> Timestamp { Timestamp(milliseconds: time.milliseconds + 3_600_000) }
        let clock = CardClock(
            now: { Timestamp(milliseconds: 0) }, today: { .first },
            timeOfDay: { String(east($0).text.dropFirst(11).prefix(5)) }, day: { east($0).day })
        let page = try PassPage(pass: Array(json.utf8), note: "", language: "en", format: .iso, clock: clock)
        #expect(page.text == "2027-01-16 00:30\n2027-01-15 23:30\n2027-01-16\n2027-01-15")
    }

    @Test(
        "the texts of a pass are read in every form of pass.strings, and in another language rather than as keys",
        arguments: ["en-US", "fr"], ["words", "quoted", "xml"])
    func strings(folder: String, form: String) async throws {
        let text =
            switch form {
            case "words": #"/* "x" */ shop_name = "Caf\U00e9"; // more"#
            case "quoted": #""shop_name"="Caf\u00E9";"#
            default:
                "<?xml version=\"1.0\"?><!DOCTYPE plist PUBLIC \"x\" \"y\"><plist version=\"1.0\"><dict><key>shop_name</key><string>Café</string></dict></plist>"
            }
        let (card, _) = try await card(
            #""logoText": "shop_name", "generic": {}"#, with: [("\(folder).lproj/pass.strings", Array(text.utf8))])
        #expect(card.name == "Café")
    }

    @Test("a binary pass.strings, as Python writes it")
    func binaryStrings() async throws {
        let script =
            #"python3 -c 'import plistlib; print(*plistlib.dumps({"shop_name": "Caf\u00e9", **{"k%d" % i: "v" for i in range(20)}}, fmt=plistlib.FMT_BINARY), end="")'"#
        let bytes = try #require(try await shell(script, on: [])).split(separator: " ").compactMap { UInt8($0) }
        let (card, _) = try await card(
            #""logoText": "shop_name", "generic": {}"#, with: [("en.lproj/pass.strings", bytes)])
        #expect(card.name == "Café")
    }

    @Test("fields and times of an espass are those of the card")
    func espass() async throws {
        let json =
            #"{"description": "Club", "fields": [{"label": "Tier", "value": "Gold"}], "barCode": {"format": "EAN", "message": "4006381333931"}, "validTimespans": [{"from": "2026-01-01T00:00:00+01:00", "to": "2027-01-01T00:00:00+01:00"}]}"#
        // Where it was made, and an hour west of it.
        for hours in [1, 0] {
            let store = try SQLiteCardStore.inMemory()
            _ = try await store.take(Made.zip([("main.json", Array(json.utf8))])) {
                $0.localDay = { Timestamp(milliseconds: $0.milliseconds + Int64(hours) * 3_600_000).day }
            }
            let card = try #require(try await store.everything().first)
            #expect((card.note, card.barcode?.format) == ("Tier: Gold", .ean13))
            #expect((card.validFrom, card.expiry) == (CalendarDay("2026-01-01"), CalendarDay("2026-12-31")))
        }
    }

    @Test("an empty file, and a part of an archive, are told; so is a number that Stocard's kind cannot hold")
    func others() async throws {
        let store = try SQLiteCardStore.inMemory()
        await #expect(throws: TransferError.emptyFile) { try await store.take("") }
        await #expect(throws: TransferError.splitArchive(command: "zip -s 0 cards.zip --out whole.zip")) {
            try await store.take([0x50, 0x4B, 0x07, 0x08, 1, 2, 3])
        }
        let content =
            #"{"input_id": "0004006381333931", "input_barcode_format": "EAN_13", "input_provider_name": "Rewe"}"#
        let report = try await store.take(Made.zip([("u/loyalty-cards/a/content.json", Array(content.utf8))])).report
        #expect(
            report.remarks.map(\.userMessage) == [
                "card \"Rewe\": the barcode cannot be drawn: it needs 13 digits, but has 16"
            ])
    }
}
