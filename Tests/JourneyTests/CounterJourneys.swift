import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("From the first card to the counter", .inTurns)
struct CounterJourneys {
    /// Presses the keys one by one and counts them.
    private func press(_ keys: [String], _ program: TerminalProgram) async throws -> Int {
        for key in keys { try await program.press(key) }
        return keys.count
    }

    @Test("a cashier's card has a barcode after a, name, number, Ctrl-S, b")
    func firstCard() async throws {
        let home = try Home()
        let program = try home.start()
        try await program.wait(for: "No cards yet.")
        let (name, number) = ("Elm", "4006381333931")
        let count = try await press(
            ["a"] + name.map(String.init) + ["tab"] + number.map(String.init) + ["ctrl-s", "b"], program)
        try await program.wait(forBarcode: number, .ean13)
        // Four keys beside what is on the card.
        #expect(count - name.count - number.count == 4)
        try await program.press("esc")
        try await program.wait(for: "Elm · 1 of 1")
        #expect(try await program.quit() == 0)
        #expect(try await home.cards().first?["barcode"] == .object(["format": .string("EAN_13")]))
    }

    @Test("from the start to a barcode among 50 cards it takes six keys")
    func sixKeys() async throws {
        let home = try Home()
        let cards = (10..<59).map { Samples.card("Club \($0)", number: "No \($0)") }
        let zoo = Samples.card(
            "Zebra Zoo", ["number": .string("5901234123457"), "barcode": .object(["format": .string("EAN_13")])])
        try await home.bring(cards + [zoo])
        let program = try home.start()
        let count = try await press(["/", "z", "e", "b", "enter", "b"], program)
        try await program.wait(forBarcode: "5901234123457", .ean13)
        #expect(count == 6)
        try await program.press("esc")
        // The card's page, with the barcode on it.
        try await program.wait(for: "EAN-13")
        try await program.wait(forBarcode: "5901234123457", .ean13)
        try await program.press("esc")
        try await program.wait(forPosition: "1 of 50")
        try await program.press("esc")
        try await program.wait(forPosition: "50 of 50")
        #expect(try await program.quit() == 0)
    }

    @Test("the voucher of a card is the next code")
    func voucher() async throws {
        let home = try Home()
        try await home.add(
            "Elm", number: "4006381333931", "--barcode", "EAN_13", "--code", "Voucher=QR_CODE:V-1", "--field",
            "Locker=12")
        let program = try home.start()
        try await program.wait(for: "Elm · 1 of 1")
        try await program.press("b")
        try await program.wait(forBarcode: "4006381333931", .ean13)
        try await program.press("]")
        try await program.wait(forBarcode: "V-1", .qrCode)
        try await program.press("esc")
        try await program.wait(for: "Elm · 1 of 1")
        try await program.press("enter")
        try await program.wait(for: "Voucher = QR code: V-1")
        try await program.wait(for: "Locker  12")
        try await program.press("q")
        try await program.wait(for: "Elm · 1 of 1")
        #expect(try await program.quit() == 0)
        #expect(
            try await home.cards().first?["fields"]
                == .array([.object(["name": .string("Locker"), "value": .string("12")])]))
    }

    @Test("a card without a barcode gets one in the barcode's screen, and keeps it")
    func offered() async throws {
        let home = try Home()
        try await home.add("Zebra Zoo", number: "LOY-77")
        let program = try home.start()
        try await program.wait(for: "Zebra Zoo · 1 of 1")
        try await program.press("b")
        try await program.wait(for: "No barcode yet")
        try await program.press("enter")
        try await program.wait(for: "barcode added: Code 128")
        try await program.wait(forBarcode: "LOY-77", .code128)
        try await program.press("esc")
        try await program.wait(forPosition: "1 of 1")
        #expect(try await program.quit() == 0)
        #expect(try await home.cards().first?["barcode"] == .object(["format": .string("CODE_128")]))
    }
}
