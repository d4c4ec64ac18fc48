import Cards
import Testing

@Suite("Secret fields")
struct CardSecretTests {
    @Test("label and secret are one line each, and not too long")
    func limits() throws {
        #expect(try CardSecret(label: " PIN ", value: " 47 11 ").label == "PIN")
        #expect(try CardSecret(label: "PIN", value: " 47 11 ").value == " 47 11 ")
        #expect(try CardSecret(label: "PIN", value: String(repeating: "x", count: 4096)).value.count == 4096)
        for (label, value) in [
            ("", "4711"), (" ", "4711"), ("P\nN", "4711"), ("PIN", ""), ("PIN", "47\n11"), ("PIN", "47\u{0}11"),
            ("PIN", "47\u{2028}11"), ("PIN", "47\u{1B}[m"), ("PIN", String(repeating: "x", count: 4097)),
            (String(repeating: "x", count: (64 << 10) + 1), "4711"),
        ] { #expect(throws: TypingError.self) { try CardSecret(label: label, value: value) } }
    }

    @Test("the message about one that is too long says so and does not quote it")
    func long() {
        #expect { try CardSecret(label: "PIN", value: String(repeating: "7", count: 64 << 10)) } throws: { error in
            (error as? TypingError)?.message == "a secret can be 4 kB at most, but is 64 kB"
        }
    }

    @Test("no printed form has the secret")
    func printed() throws {
        let secret = try CardSecret(label: "PIN", value: "needle")
        var dumped = ""
        dump([secret], to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), "\([secret])", "\(Optional(secret) as Any)", dumped] {
            #expect(!text.contains("needle"), "\(text)")
        }
        #expect("\(secret)" == "PIN: ••••••••")
    }

    @Test("a file's list of them is taken out of the card, whatever is in it")
    func json() throws {
        let json = CardSecret.json(of: [try CardSecret(label: "PIN", value: "4711")])
        var members: [(key: String, value: JSON)] = [("name", .string("Gym")), ("secrets", json)]
        let taken = CardSecret.take(from: &members)
        #expect(taken.secrets == [try CardSecret(label: "PIN", value: "4711")])
        #expect(members.map(\.key) == ["name"] && taken.remarks.isEmpty)
        let long = String(repeating: "7", count: 64 << 10)
        members = [
            (
                "secrets",
                .array([.string("needle"), .object(["label": .string("PIN"), "value": .string(long)])])
            )
        ]
        let refused = CardSecret.take(from: &members)
        #expect(refused.secrets.isEmpty && members.isEmpty)
        #expect(
            refused.remarks == [
                "a secret field was left out: its label or its value is missing",
                "a secret field was left out: a secret can be 4 kB at most, but is 64 kB",
            ])
        // What is no list is a member of somebody else.
        members = [("secrets", .string("mine"))]
        #expect(CardSecret.take(from: &members).secrets.isEmpty && members.count == 1)
        let same = #"[{"label": "PIN", "value": "4711"}, {"label": " pin", "value": "0815"}]"#
        members = [(key: "secrets", value: try JSONParser.parse(Array(same.utf8)))]
        let folded = CardSecret.take(from: &members)
        #expect(folded.secrets.map(\.value) == ["4711"])
        #expect(
            folded.remarks == ["a secret field was left out: its label \"pin\" is already used by \"PIN\""])
    }
}
