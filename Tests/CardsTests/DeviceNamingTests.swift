import Cards
import Testing

@Suite("Names of devices")
struct DeviceNamingTests {
    @Test(
        "a name that is taken gets the first free number",
        arguments: [
            ("vm", [], "vm"), ("vm", ["desk"], "vm"), ("vm", ["vm"], "vm-2"), ("VM", ["vm", "vm-2"], "VM-3"),
            ("vm-2", ["vm-2"], "vm-3"), ("vm-2", ["vm"], "vm-2"), ("42", ["42"], "42-2"), ("-1", ["-1"], "-1-2"),
            ("mine", [], "mine-2"), ("Theirs", [], "Theirs-2"), ("Łódź", ["łódź"], "Łódź-2"),
        ] as [(String, [String], String)])
    func free(name: String, taken: [String], expected: String) {
        #expect(DeviceNaming.free(name, beside: taken) == expected)
    }

    @Test("devices of one name get numbers in the order of their identifiers; those without a name get none")
    func distinct() throws {
        let ids = try (0..<5).map { try #require(DeviceID("000000000000000\($0)")) }
        let names = Dictionary(uniqueKeysWithValues: zip(ids, ["vm", "vm-2", "VM", "", ""]))
        let distinct = DeviceNaming.distinct(names)
        #expect(ids.map { distinct[$0] } == ["vm", "vm-2", "VM-3", "", ""])
    }

    @Test("a word for a side of a conflict is told as one")
    func words() {
        #expect(
            DeviceNaming.sentence("Mine-2", insteadOf: "Mine")
                == "A device cannot be called Mine, which has a meaning in conflicts: this one is called Mine-2.")
        #expect(
            DeviceNaming.sentence("vm-2", insteadOf: "vm") == "Another device is called vm: this one is called vm-2.")
    }
}
