import CardScreens
import GoldenSupport
import Terminal
import Testing

/// The table of keys in the documents agrees with the commands.
struct KeyTableTests {
    @Test("each key in the table of the documents belongs to a command")
    func readme() throws {
        let table = try #require(try part(named: "keys", of: "docs/key-map.md"))
        let keys = KeyReference.sections.flatMap(\.entries).flatMap(\.keys)
        // Keys of text fields and of the palette, which are not commands.
        let others: Set<String> = ["/", "~", ":sync", ":groups", ":totals", ":columns", ":used", ":share", "alt-."]
        let known = others.union(keys.map { $0.name.lowercased() }).union(keys.map { $0.label.lowercased() })
        let named = table.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
        #expect(named.count > 60)
        for key in named { #expect(known.contains(key.lowercased()), "\(key)") }
    }

    @Test("the name, keys and title of every command, as the settings and the manual have them")
    func all() {
        let text = KeyReference.sections.map { section in
            "# \(section.title)\n"
                + section.entries.map { "\($0.name) [\($0.keys.map(\.name).joined(separator: " "))] \($0.title)\n" }
                .joined()
        }
        expectGolden(text.joined(separator: "\n"), named: "keys")
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
