import CardTransfer
import Documents
import Foundation
import GoldenSupport
import TestSupport
import Testing

@testable import CardCommands

struct HelpTests {
    @Test(
        "the help matches its golden files", arguments: [nil] + CommandLineTable.visibleCommands.map(\.name))
    func help(_ command: String?) async throws {
        let result = try await CommandLineFixture().run(["help"] + [command].compactMap { $0 })
        #expect(result.code == 0)
        expectGolden(result.out, named: "help\(command.map { "-" + $0.replacing(" ", with: "-") } ?? "")")
    }

    @Test(
        "every example in the help is a valid command line",
        arguments: CommandLineTable.visibleCommands.flatMap(\.examples)
    )
    func examples(_ example: String) {
        // What the shell does with the output is not for the program.
        let line = [" < ", " > ", " | ", " && "].reduce(example) { $0.components(separatedBy: $1)[0] }
        let parts = line.components(separatedBy: "\"")
        let words = parts.enumerated().flatMap { index, part in
            index % 2 == 1 ? [part] : part.split(separator: " ").map { String($0) }
        }
        let invocation = CommandLineInterface.parse(words, validateBackend: CommandLineFixture.refusal) { .iso }
        if case .failure(let message) = invocation { Issue.record("\(message)") }
    }

    @Test("every command has two examples", arguments: CommandLineTable.visibleCommands.map(\.name))
    func twoExamples(_ name: String) throws {
        let command = try #require(CommandLineTable.command(name))
        #expect(command.examples.count >= 2)
    }

    @Test(
        "--help of a command is a sentence, usage, options and examples, and names the command that says more",
        arguments: CommandLineTable.visibleCommands)
    func brief(_ command: CommandSpec) async throws {
        let line = try await CommandLineFixture()
        let name = command.name
        let brief = await line.run(name.split(separator: " ").map(String.init) + ["--help"])
        let whole = await line.run("help", name).out
        #expect(brief.code == 0)
        let parts = brief.out.components(separatedBy: "\n\n")
        #expect(parts.first == "Usage: \(command.usage)" && parts[1].hasPrefix(command.summary + "."))
        #expect(!parts[1].trimmingCharacters(in: .newlines).contains("\n"))
        for example in command.examples { #expect(brief.out.contains("\n  cards-tui \(example)\n")) }
        if command.details.isEmpty {
            #expect(brief.out == whole)
        } else {
            #expect(brief.out.hasSuffix("\nMore: cards-tui help \(name)\n") && whole.utf8.count > brief.out.utf8.count)
        }
    }

    @Test("the help of a family is that of its commands")
    func family() async throws {
        let line = try await CommandLineFixture()
        let help = await line.run("help", "trash").out
        for action in ["list", "restore", "empty"] {
            let ofAction = await line.run("help", "trash", action).out
            #expect(help.contains(ofAction))
        }
    }

    @Test("no line of the help is wider than 80 columns")
    func width() {
        let all = CommandLineTable.commands.flatMap { command in
            [true, false].map { HelpText.of(command, isBrief: $0) }
        }
        #expect((all + [HelpText.general()]).joined().split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    // MARK: - Topics

    @Test(
        "each page of the documents is a topic, and no line of prose is wider than 80 columns",
        arguments: HelpTopics.names)
    func topic(name: String) async throws {
        let line = try await CommandLineFixture()
        let help = await line.run("help", name)
        #expect(help.code == 0 && help.err.isEmpty)
        let isCode = { (line: Substring) in line.hasPrefix("    ") }
        for text in help.out.split(separator: "\n") where !isCode(text) { #expect(text.count <= 80, "\(text)") }
        #expect(!help.out.contains("`") || name == "settings")
        #expect(!help.out.contains("**") && !help.out.contains("]("))
        let page = await line.run("manual", name)
        #expect(
            page.out.hasPrefix(".TH \"CARDS-TUI-\(name.uppercased())\" \(ManualPage.section(of: name)) \"2026-11-20\""))
        #expect(page.out.utf8.allSatisfy { $0 < 0x7F })
    }

    @Test("the files in docs are the topics, and the README names them all")
    func pages() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("docs").path)
        #expect(Set(files.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }) == Set(HelpTopics.names))
        for page in DocumentPage.all {
            let file = root.appendingPathComponent("docs/\(page.name).md")
            #expect(try page.text == String(contentsOf: file, encoding: .utf8), "\(page.name)")
        }
        let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        #expect(readme.utf8.count < 10_000)
        for name in HelpTopics.names { #expect(readme.contains("`\(name)`"), "\(name)") }
    }

    @Test("a command's help ends with its topic; what is neither a command nor a topic gets a suggestion")
    func topicOfCommand() async throws {
        let line = try await CommandLineFixture()
        #expect(await line.run("help", "import").out.hasSuffix("\nMore: cards-tui help import-files\n"))
        #expect(await line.run("help", "setings").err.contains("Did you mean \"settings\"?"))
        #expect(await line.run("manual", "nothing").code == 2)
        for command in CommandLineTable.visibleCommands {
            if let topic = command.topic { #expect(HelpTopics.names.contains(topic)) }
        }
    }

    @Test("the limits of imports are told in the documents")
    func limits() {
        let text = HelpTopics.text(of: "import-files")?.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(text?.contains(TransferLimits.text) == true)
    }

    @Test("Markdown is cut into headings, paragraphs, lists, code and tables")
    func markdown() {
        let page = MarkdownPage(
            """
            # Title

            Words of `code` and **weight**,
            a [page](other.md) and a [site](https://example.org).

            - one
              more
            2. two

                cards-tui list
                  indented

            <!-- note -->
            | a | b |
            |---|---|
            | `x | y` | z |
            ```sh
            # no heading
            ```
            ## End
            """)
        #expect(
            page.blocks == [
                .heading("Title", level: 1),
                .paragraph("Words of code and weight, a page and a site (https://example.org)."),
                .item(marker: "-", text: "one more"), .item(marker: "2.", text: "two"),
                .code(["cards-tui list", "  indented"]),
                .row([.init(title: "a", text: "x | y"), .init(title: "b", text: "z")]), .code(["# no heading"]),
                .heading("End", level: 2),
            ])
        #expect(MarkdownPage("").blocks.isEmpty && MarkdownPage("[x](").text == "\n[x](\n")
        #expect(MarkdownPage("```\nopen").blocks == [.code(["open"])])
    }

    @Test("the manual matches its golden file")
    func manual() async throws {
        let result = try await CommandLineFixture().run("--help=man")
        expectGolden(result.out, named: "manual")
    }

    @Test("the completions match their golden files", arguments: ["bash", "zsh", "fish"])
    func completions(_ shell: String) async throws {
        let result = try await CommandLineFixture().run("completions", shell)
        expectGolden(result.out, named: "completions-\(shell)")
    }

    @Test("no macro of the manual page is without its text, its edition has a day, and it is ASCII")
    func manualMacros() {
        let keys = [KeySection(title: "Any", keys: [("app.forget-uses", "", "forget the uses")])]
        let page = ManualPage.text(version: "1", day: CommandLineFixture.clock.today(), keys: keys)
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].contains(" \"2026-11-20\" "))
        #expect(page.contains(".B no key\nforget the uses (app.forget\\-uses)."))
        #expect(!lines.contains { [".B", ".B ", ".SH ", ".SS "].contains($0) })
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x7F } })
    }

    @Test("the version is one line")
    func version() async throws {
        #expect(try await CommandLineFixture().run("--version").out == "cards-tui 1.2.3\n")
    }

    @Test(
        "bash completes commands, options, words and files",
        arguments: [
            ("cards-tui|li", "list"), ("cards-tui|list|--j", "--json"), ("cards-tui|--store|x|sho", "show"),
            ("cards-tui|completions|", "bash zsh fish"), ("cards-tui|add|--barcode|QR", "QR_CODE"),
            ("cards-tui|import|a b", "a b.json"), ("cards-tui|--store|a b", "a b.json"), ("cards-tui|add|--name|", ""),
            ("cards-tui|help|exp", "export"), ("cards-tui|show|x", ""), ("cards-tui|--he", "--help"),
            // A flag of one command takes a value in another.
            ("cards-tui|show|x|--barcode|--j", "--json"), ("cards-tui|list|--photos|", ""),
            ("cards-tui|export|--photos|a b", "a b.json"),
            // The value of an option is no command, also behind an equals sign.
            ("cards-tui|--store|list|sho", "show"), ("cards-tui|--store|=|list|sho", "show"),
            ("cards-tui|--store|=|a b", "a b.json"),
            ("cards-tui|add|--barcode-encoding|=", "ISO-8859-1 UTF-8 HEX GS1"),
            ("cards-tui|add|--name|show|--barcode|QR", "QR_CODE"),
            ("cards-tui|photo|x|", "front back icon"), ("cards-tui|photo|x|front|", ""), ("cards-tui|show|--|--j", ""),
            ("cards-tui|scan|x|y|a b", "a b.json"),
            ("cards-tui|sync|", "status setup check desk devices forget compact leave"),
            ("cards-tui|conflicts|x|--take|t", "theirs"),
            ("cards-tui|tra", "trash"), ("cards-tui|group|re", "remove rename"),
            ("cards-tui|group|add|--dr", "--dry-run"),
            ("cards-tui|list|--sort|st", "start"), ("cards-tui|group|add|list|--dr", "--dry-run"),
        ])
    func bash(_ words: String, expected: String) async throws {
        #expect(try await complete(words).joined(separator: " ") == expected)
    }

    @Test(
        "bash quotes the names of cards as the word was begun",
        arguments: [
            ("cards-tui|show|Ced", #"Cedar\ Library"#, #"Ced\'s\ \$x\ \"q\"\ \\"#),
            ("cards-tui|show|\"Ced", "Cedar Library", #"Ced's \$x \"q\" \\"#),
            ("cards-tui|scan|a|--into|'Ced", "Cedar Library", #"Ced'\''s $x "q" \"#),
        ])
    func quoting(_ words: String, plain: String, odd: String) async throws {
        #expect(try await complete(words, names: ["Cedar Library", #"Ced's $x "q" \"#]) == [plain, odd])
    }

    @Test(
        "bash asks for what was typed, without quotes and backslashes",
        arguments: [
            (#"cards-tui|show|"a\"b\\c\d"#, #"complete cards -- a\"b\\c\\d"#),
            (#"cards-tui|show|a\"b\\c"#, #"complete\ cards\ --\ a\"b\\c"#),
        ])
    func unquoting(_ words: String, call: String) async throws {
        #expect(try await complete(words, echoesCall: true) == [call])
    }

    @Test(
        "names with signs at which bash splits words are completed from the last of these on",
        arguments: [
            ("cards-tui|show|Colon|:|N", "cards-tui show Colon:N", "Name"),
            ("cards-tui|show|colon|:", "cards-tui show colon:", "Name Other"),
            ("cards-tui|show|Co", "cards-tui show Co", "Colon:Name Colon:Other"),
            ("cards-tui|show|a|=", "cards-tui show a=", "b@c"),
            // It replaces this sign with what completes it.
            ("cards-tui|show|a|=|b|@", "cards-tui show a=b@", "@c"),
            ("cards-tui|scan|x|--into|a|=|b", "cards-tui scan x --into a=b", "b@c"),
            ("cards-tui|--theme|=|g", "cards-tui --theme=g", "gruvbox"),
            ("cards-tui|--theme|g", "cards-tui --theme g", "gruvbox"),
            ("cards-tui|show|\"Colon:N", "cards-tui show \"Colon:N", "Colon:Name"),
            ("cards-tui|ledger|Colon|:|N|Col", "cards-tui ledger Colon:N Col", ""),
        ])
    func splitWords(_ words: String, line: String, expected: String) async throws {
        let names = ["Colon:Name", "Colon:Other", "a=b@c", "gruvbox"]
        let typed =
            line.split(separator: line.contains("--theme=") ? "=" : " ").last.map { $0.replacing("\"", with: "") } ?? ""
        let fitting = names.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
        #expect(try await complete(words, names: fitting, line: line).joined(separator: " ") == expected)
        #expect(try await complete(words, names: fitting).joined(separator: " ") == expected)
    }

    @Test("bash asks for names in the store that the line names")
    func storeOfTheLine() async throws {
        #expect(
            try await complete(#"cards-tui|--store|=|other.db|show|Cedar\ L"#, echoesCall: true)
                == [#"--store\ other.db\ complete\ cards\ --\ Cedar\ L"#])
    }

    /// What bash offers for the last of these words.
    /// - Parameters:
    ///   - names: what the program prints.
    ///   - echoesCall: whether it prints how it was called instead.
    ///   - line: as it was typed; empty where bash does not tell it.
    private func complete(
        _ words: String, names: [String] = [], echoesCall: Bool = false, line: String = ""
    ) async throws -> [String] {
        let folder = try TemporaryFolder()
        _ = try folder.write("", to: "a b.json")
        let script = try folder.write(BashCompletions.script, to: "script.bash")
        let driver = """
            set -eu; source "$1"; cd "$2"; IFS='|' read -ra COMP_WORDS <<< "$3"
            if [[ $3 == *'|' ]]; then COMP_WORDS+=(''); fi
            names=("${@:6}") COMP_LINE=$5
            cards-tui() { if [[ $echoes ]]; then echo "$*"; elif ((${#names[@]})); then printf '%s\\n' "${names[@]}"; fi; }
            echoes=$4
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _cards_tui
            if ((${#COMPREPLY[@]})); then printf '%s\\n' "${COMPREPLY[@]}"; fi
            """
        let output = try await blocking {
            let (process, pipe) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/bin/bash")
            process.arguments =
                ["--norc", "-c", driver, "bash", script, folder.path, words, echoesCall ? "yes" : "", line] + names
            process.standardOutput = pipe
            try process.run()
            let output = pipe.fileHandleForReading.readDataToEndOfFile()  // blocking
            process.waitUntilExit()  // blocking
            #expect(process.terminationStatus == 0)
            return output
        }
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
