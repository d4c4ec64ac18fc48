import Cards
import TestSupport
import Testing

@testable import CardCommands

/// Every field of the table has an option.
@Suite("Fields on the command line")
struct FieldOptionTests {
    @Test("every field of the form is an option of add")
    func options() throws {
        let options = Set(try #require(CommandLineTable.command("add")).options.map(\.name))
        for definition in FieldDefinition.all where definition.formField != nil {
            // Some options are named after their action, or after one entry.
            let names = [
                "groups": "group", "starred": "star", "codes": "code", "fields": "field", "pictures": "picture",
            ]
            let name = names[definition.key] ?? definition.option
            #expect(options.contains(name), "\(definition.key) has no option of add")
        }
    }

    @Test("add accepts every text field, show and list --json print it", arguments: FieldDefinition.all.map(\.key))
    func texts(key: String) async throws {
        let definition = try #require(FieldDefinition.all.first { $0.key == key })
        guard case .text = definition.kind else { return }
        let fixture = try await CommandLineFixture()
        let text = definition.sampleText
        var arguments = ["add", "--\(definition.option)=\(text)"]
        for (option, value) in [("name", "Gym"), ("number", "1")] where option != definition.option {
            arguments.append("--\(option)=\(value)")
        }
        let added = await fixture.run(arguments)
        #expect(added.err == "" && added.code == 0)
        #expect(await fixture.run("show", "new-1").out.contains(text))
        #expect(await fixture.run("list", "--json").out.contains("\"\(key)\":\"\(text)\""))
    }
}
