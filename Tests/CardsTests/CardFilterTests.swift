import Cards
import TestSupport
import Testing

@Suite("The filter")
struct CardFilterTests {
    @Test("words are folded, split at white space and unique; lone accents are ignored")
    func words() {
        #expect(CardFilter("  Żabka\tżABKA  łódź ").words == ["zabka", "lodz"])
        for text in ["", " \n\u{A0}\u{3000}", "\u{301}", "\u{B4} \u{A8}", "\u{AD}"] {
            #expect(CardFilter(text).isEmpty, "\(text.unicodeScalars.map(\.value))")
            #expect(CardFilter(text).text == text)
        }
    }

    @Test("filters are recognized in any case, negated and quoted")
    func terms() {
        let filter = CardFilter(
            "is:expired IS:Starred -is:archived is:local Is:conflict has:photo has:number has:note has:barcode has:balance"
        )
        #expect(
            filter.terms == [
                .init(.isExpired), .init(.isStarred), .init(.isArchived, isNegated: true), .init(.isLocal),
                .init(.isConflicted), .init(.hasPhoto),
                .init(.hasNumber), .init(.hasNote), .init(.hasBarcode), .init(.hasBalance),
            ])
        #expect(filter.words.isEmpty && filter.invalidTerms.isEmpty)
        #expect(CardFilter("group:FOOD").terms == [.init(.group("food"))])
        #expect(CardFilter(#"-group:"Two  Wörds" x"#).terms == [.init(.group("two  words"), isNegated: true)])
        #expect(CardFilter(#"-group:"Two  Wörds" x"#).words == ["x"])
        let marked = CardFilter("group:\"\u{301}two words\"\u{301} x")
        #expect(marked.terms == [.init(.group("two words"))] && marked.words == ["x"])
        #expect(CardFilter(#"group:"half typed"#).terms == [.init(.group("half typed"))])
    }

    @Test(
        "an expiry filter counts days, weeks, months or years from today, by the calendar",
        arguments: [
            ("<30d", "2026-01-31", "2026-03-01"), ("30d", "2026-01-31", "2026-03-01"),
            ("<30", "2026-01-31", "2026-03-01"),
            ("2W", "2026-01-31", "2026-02-13"), ("<1m", "2026-01-31", "2026-02-28"),
            ("<13m", "2026-01-31", "2027-02-28"),
            ("1y", "2026-01-31", "2027-01-30"), ("<1d", "2026-01-31", "2026-01-31"),
            ("<0d", "0001-01-01", "2026-01-30"),
            ("99999999999999999999y", "2026-01-31", "9999-12-31"), ("٣d", "2026-01-31", "2026-02-02"),
            ("\"in 3 weeks\"", "2026-01-31", "2026-02-20"),
        ])
    func expiry(text: String, first: String, last: String) throws {
        try expect("expires:" + text, first, last)
    }

    @Test(
        "an expiry may be a day or a month, as people write it",
        arguments: [
            ("2026-12-31", "2026-12-31", "2026-12-31"), ("31/12/26", "2026-12-31", "2026-12-31"),
            ("12/2026", "2026-12-01", "2026-12-31"), ("tomorrow", "2026-02-01", "2026-02-01"),
            ("\"31 Dec 2026\"", "2026-12-31", "2026-12-31"), ("<31/12/26", "2026-01-31", "2026-12-30"),
            ("<12/2026", "2026-01-31", "2026-11-30"), ("<2025-01-01", "0001-01-01", "2024-12-31"),
            ("<\"1 Mar 2026\"", "2026-01-31", "2026-02-28"), ("2026-12", "2026-12-01", "2026-12-31"),
            ("this-month", "2026-01-01", "2026-01-31"), ("\"next month\"", "2026-02-01", "2026-02-28"),
            ("last-month", "2025-12-01", "2025-12-31"),
        ])
    func expiryDay(text: String, first: String, last: String) throws {
        try expect("expires:" + text, first, last)
    }

    /// On 31 January 2026.
    private func expect(_ text: String, _ first: String, _ last: String) throws {
        let filter = CardFilter(text)
        guard case .expires(let range)? = filter.terms.first?.kind, filter.terms.count == 1, filter.words.isEmpty else {
            return #expect(Bool(false), "\(filter.invalidTerms)")
        }
        let today = try #require(CalendarDay("2026-01-31"))
        let days = try #require(range.days(today: today))
        #expect((days.lowerBound.text, days.upperBound.text) == (first, last))
    }

    @Test(
        "an invalid filter is ignored, with a message that lists the valid ones",
        arguments: [
            "is:", "is:exp", "-is:x", "has:", "has:photos", "group:", #"group:"""#, "group:\u{301}", "expires:",
            "expires:<", "expires:<d", "expires:>3d", "expires:3dd", "expires:<3x", "expires:-1d", "expires:2026-02-30",
            "expires:x", "expires:05/06/2026",
        ])
    func wrong(text: String) throws {
        let filter = CardFilter("é  \(text) b")
        #expect(filter.words == ["e", "b"])
        #expect(filter.terms.isEmpty)
        let wrong = try #require(filter.invalidTerms.first)
        #expect(filter.invalidTerms.count == 1)
        #expect(wrong.text == text)
        #expect(wrong.characters == 3..<3 + text.count)
        #expect(text.hasPrefix("expires:") ? !wrong.reason.isEmpty : wrong.reason.contains(":"))
        #expect(CardFilter(text).isEmpty)
    }

    @Test(
        "a word with an unknown prefix is search text",
        arguments: ["http://x", #""a:b""#, ":", "a:", "-x", "-", "--is:expired"])
    func plain(text: String) {
        let filter = CardFilter(text)
        #expect(filter.words == [text])
        #expect(filter.terms.isEmpty && filter.invalidTerms.isEmpty)
    }

    @Test("any text is accepted")
    func hostile() {
        let pieces = [
            "\"", "*^%_\\", "\u{301}", "e\u{301}\u{301}", "👨‍👩‍👧‍👦", "𝕏", "\u{0}", "\r\n", "group:\"", "日本", "-", ":", "is:",
            "ﷺ",
        ]
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 0...40, using: &generator)).compactMap { _ in
                pieces.randomElement(using: &generator)
            }.joined()
            let filter = CardFilter(text)
            #expect(filter.words.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) })
            for range in filter.matches(in: text) + filter.matches(inNumber: text) {
                #expect(range.lowerBound >= 0 && range.upperBound <= text.count && !range.isEmpty)
            }
            for wrong in filter.invalidTerms {
                #expect(Array(text)[wrong.characters].map(String.init).joined() == wrong.text)
            }
        }
        let long = String(repeating: "ab é", count: 2500)
        #expect(CardFilter(long).words == ["ab", "eab", "e"])
    }

    @Test(
        "matches are merged ranges of characters",
        arguments: [
            ("mi", "Migros", [0..<2]), ("ros mig", "MIGROS", [0..<6]), ("aa", "xaaa", [1..<4]), ("x", "abc", []),
            ("strasse", "Straße 7", [0..<6]), ("s", "ß", [0..<1]),
            ("zolty", "żółty z\u{307}o\u{301}łty", [0..<5, 6..<11]),
            ("b", "a\r\nb", [2..<3]), ("fi", "ﬁx", [0..<1]), ("👨‍👩‍👧", "a 👨‍👩‍👧b", [2..<3]), ("本", "日本", [1..<2]),
            ("", "abc", []),
            ("is:starred star", "starred", [0..<4]), ("ab bc", "abc", [0..<3]),
        ])
    func highlighting(filter: String, text: String, expected: [Range<Int>]) {
        #expect(CardFilter(filter).matches(in: text) == expected)
    }

    @Test("digits are found in a number with any separators")
    func numbers() {
        let number = "4006 3813–3393 1"
        #expect(CardFilter("4006381").matches(inNumber: number) == [0..<8])
        #expect(CardFilter("4006381").matches(in: number).isEmpty)
        #expect(CardFilter("4006 33").matches(inNumber: number) == [0..<4, 8..<12])
        #expect(CardFilter("1").matches(inNumber: "a 1\r\n") == [2..<3])
    }

    @Test("the search texts are folded, with the number as written and without gaps")
    func searchText() {
        var card = Card(identifier: .random(), name: "Żabka")
        #expect(CardSearchText(card).others.isEmpty)
        card.number = "12-34 A"
        card.groups = ["Śniadanie", "\u{301}", "B"]
        card.note = "Note"
        card.barcode = Barcode(format: .qrCode, value: "QR 1")
        let text = CardSearchText(card)
        #expect(text.name == "zabka")
        #expect(text.others == ["12-34 a", "1234a", "note", "qr 1"])
        #expect(text.groups == ["sniadanie", "b"])
    }
}
