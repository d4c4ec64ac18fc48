import CardScreens
import GoldenSupport
import Terminal
import Testing

/// The README's table of keys against the commands.
struct KeyTableTests {
    @Test("the README has the default keys of all commands")
    func readme() {
        let rows = KeyReference.sections.map { section in
            let commands = section.entries.filter { !$0.keys.isEmpty }.map { entry in
                entry.keys.map { "`\($0.label)`" }.joined(separator: " ") + " \(entry.title)"
            }
            return "| \(section.title) | \(commands.joined(separator: " · ")) |\n"
        }
        expectPart("| where | keys |\n|---|---|\n" + rows.joined(), named: "keys", of: "README.md")
    }

    @Test("every command has a name of its own, a title, and keys that the settings can write")
    func names() {
        let commands = KeyReference.sections.flatMap(\.entries)
        #expect(Set(commands.map(\.name)).count == commands.count)
        for command in commands {
            #expect(!command.title.isEmpty && command.name.contains("."), "\(command.name)")
            #expect(command.keys.allSatisfy { Key(name: $0.name) == $0 }, "\(command.name)")
            if command.isInText { #expect(command.keys.allSatisfy { $0.typedCharacter == nil }, "\(command.name)") }
        }
    }
}
