import Testing

@testable import Cards

@Suite("Codes of boarding passes")
struct BoardingPassCodeTests {
    /// Two flights, with all that the resolution allows.
    private static let journey =
        "M2DESMARAIS/LUC       EABC123 YULFRAAC 0834 226F001A0025 14D>6181WW6225BAC 00141234560032A0141234567890 1AC AC "
        + "1234567890123    20KYLX58ZDEF456 FRAGVALH 3664 227C012C0002 12E2A0140987654321 1AC AC 1234567890123    2PCNWQ"
    private static let signature = "^164GIWVC5EH7JNT684FVNJ91W2QA4DVN5J8K4F0L0GEQ3DF5TGBN8709HKT5D3DW3GBHFCVHMY7J5T6HFR"

    /// One flight, without what airlines may add.
    private func flight(
        name: String = "KOWALSKA/ZOFIA", from: String = "WAW", carrier: String = "LO ", number: String = "0265 ",
        day: String = "326", seat: String = "001A", issued: String? = nil
    ) -> String {
        let padded = name + String(repeating: " ", count: 20 - name.count)
        let block = issued.map { ">6071WW\($0)" } ?? ""
        let size = String(block.utf8.count, radix: 16, uppercase: true)
        return "M1\(padded)EABC123 \(from)AMS\(carrier)\(number)\(day)Y\(seat)0025 1" + (size.count < 2 ? "0" : "")
            + size + block
    }

    private func firstLeg(_ text: String, near day: String? = "2026-11-20") -> BoardingPassCode.Leg? {
        BoardingPassCode(text, near: day.flatMap { CalendarDay($0) })?.legs.first
    }

    @Test("each flight has its airports, number, day and seat; the pass has a name")
    func journey() throws {
        let pass = try #require(BoardingPassCode(Self.journey + Self.signature, near: CalendarDay("2026-08-20")))
        #expect(pass.passenger == "DESMARAIS/LUC")
        let texts = pass.legs.map { "\($0.flight) \($0.from) \($0.to) \($0.day?.text ?? "") \($0.seat ?? "")" }
        #expect(texts == ["AC 834 YUL FRA 2026-08-14 1A", "LH 3664 FRA GVA 2026-08-15 12C"])
    }

    @Test("a code that is cut anywhere is none; only the signature may be missing")
    func cut() throws {
        let day = CalendarDay("2026-08-20")
        let whole = try #require(BoardingPassCode(Self.journey, near: day))
        let bytes = Array((Self.journey + Self.signature).utf8)
        for count in bytes.indices {
            let pass = BoardingPassCode(String(decoding: bytes[..<count], as: UTF8.self), near: day)
            #expect(pass == (count < Self.journey.utf8.count ? nil : whole), "\(count) bytes")
        }
    }

    @Test("a code with any other byte anywhere is read or refused, and its flights stay flights")
    func damaged() {
        for text in [Self.journey, flight(issued: "6320")] {
            let bytes = Array(text.utf8)
            for (index, byte) in bytes.indices.flatMap({ index in
                [0, 0x20, 0x39, 0x5E, 0x7F, 0xC3, 0xFF].map { (index, $0) }
            }) {
                var damaged = bytes
                damaged[index] = UInt8(byte)
                let pass = BoardingPassCode(String(decoding: damaged, as: UTF8.self), near: CalendarDay("2026-08-20"))
                for leg in pass?.legs ?? [] {
                    #expect(leg.from.utf8.count == 3 && leg.to.utf8.count == 3 && (leg.dayOfYear ?? 1) <= 366)
                }
            }
        }
    }

    @Test(
        "the year is the one nearest to the reference; that of the issue counts where the code has it",
        arguments: [
            ("326", nil, "2026-11-20", "2026-11-22"), ("364", nil, "2027-01-02", "2026-12-30"),
            ("002", nil, "2026-12-30", "2027-01-02"), ("060", nil, "2028-02-01", "2028-02-29"),
            ("060", nil, "2027-02-01", "2027-03-01"), ("366", nil, "2028-12-30", "2028-12-31"),
            ("366", nil, "2027-01-01", nil), ("326", nil, nil, nil), ("000", nil, "2026-11-20", nil),
            // Made in November for a flight in January, or years before it is looked at.
            ("005", "6320", "2026-11-20", "2027-01-05"), ("326", "4320", "2026-11-20", "2024-11-21"),
            ("365", "7001", "2027-01-03", "2026-12-31"), ("326", "    ", "2026-11-20", "2026-11-22"),
        ] as [(String, String?, String?, String?)])
    func years(day: String, issued: String?, reference: String?, expected: String?) throws {
        let leg = try #require(firstLeg(flight(day: day, issued: issued), near: reference))
        #expect(leg.day?.text == expected)
    }

    @Test("a connection after the new year is in the next one")
    func newYear() throws {
        let first = flight(day: "365").replacing("M1", with: "M2")
        let pass = try #require(
            BoardingPassCode(first + "DEF456 AMSJFKKL 0641 001C012C0002 100", near: CalendarDay("2026-12-20")))
        #expect(pass.legs.map(\.day?.text) == ["2026-12-31", "2027-01-01"])
    }

    @Test(
        "numbers and seats are written as people say them",
        arguments: [
            ("0265 ", "001A", "LO 265", "1A"), ("0012A", "014C", "LO 12A", "14C"), ("265  ", "INF ", "LO 265", "INF"),
            ("     ", "    ", "LO", nil), ("0000 ", "0000", "LO 0000", nil),
        ] as [(String, String, String, String?)])
    func texts(number: String, seat: String, flightText: String, seatText: String?) throws {
        let leg = try #require(firstLeg(flight(number: number, seat: seat)))
        #expect(leg.flight == flightText && leg.seat == seatText)
    }

    @Test("other texts that begin alike are no boarding passes")
    func others() {
        let texts = [
            "", "M1", "M123456789", "MEMBER " + String(repeating: "1", count: 60), flight().replacing("M1", with: "M0"),
            flight(name: "12345"), flight(from: "wAW"), flight(from: "1AW"), flight(carrier: "   "),
            flight(number: "A265 "), flight(number: "02651"), flight(day: "3A6"), flight(day: "367"),
            flight().replacing("M1", with: "m1"), flight().replacing("M1", with: "M2"), flight().dropLast(2) + "GG",
            flight().dropLast(2) + "+1x",
        ]
        for text in texts { #expect(BoardingPassCode(String(text), near: CalendarDay("2026-11-20")) == nil, "\(text)") }
    }
}
