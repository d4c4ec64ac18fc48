import Foundation
import GoldenSupport
import TestSupport
import Testing

@testable import CardCommands

struct HelpTests {
    @Test(
        "the help matches its golden files", arguments: [nil] + CommandTable.visibleCommands.map(\.name.rawValue))
    func help(_ command: String?) async throws {
        let result = try await CommandLineFixture().run(["help"] + [command].compactMap { $0 })
        #expect(result.code == 0)
        expectGolden(result.out, named: "help\(command.map { "-" + $0.replacing(" ", with: "-") } ?? "")")
    }

    @Test(
        "every example in the help is a valid command line", arguments: CommandTable.visibleCommands.flatMap(\.examples)
    )
    func examples(_ example: String) {
        let parts = example.components(separatedBy: " < ")[0].components(separatedBy: "\"")
        let words = parts.enumerated().flatMap { index, part in
            index % 2 == 1 ? [part] : part.split(separator: " ").map { String($0) }
        }
        let invocation = CommandLineInterface.parse(words, validateBackend: CommandLineFixture.refusal) { .iso }
        if case .failure(let message) = invocation { Issue.record("\(message)") }
    }

    @Test("commands that find, change and bring back have two examples")
    func twoExamples() {
        let commands = CommandTable.findingCommands + [CommandTable.addCommand] + CommandTable.changingCommands
        #expect(commands.allSatisfy { $0.examples.count >= 2 })
    }

    @Test("the help of a family is that of its commands")
    func family() async throws {
        let line = try CommandLineFixture()
        let help = await line.run("help", "trash").out
        for action in ["list", "restore", "empty"] {
            let ofAction = await line.run("help", "trash", action).out
            #expect(help.contains(ofAction))
        }
    }

    @Test("no line of the help is wider than 80 columns")
    func width() {
        let all = CommandTable.commands.map(HelpText.of) + [HelpText.general()]
        #expect(all.joined().split(separator: "\n").allSatisfy { $0.count <= 80 })
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
            ("cards-tui|tra", "trash"), ("cards-tui|group|re", "remove rename"),
            ("cards-tui|group|add|--dr", "--dry-run"),
            ("cards-tui|list|--sort|st", "start"), ("cards-tui|help|exp", "export"), ("cards-tui|show|x", ""),
            ("cards-tui|--he", "--help"),
        ])
    func bash(_ words: String, expected: String) throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("", to: "a b.json")
        let script = try folder.write(BashCompletions.script, to: "script.bash")
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        let driver = """
            set -eu; source "$1"; cd "$2"; IFS='|' read -ra COMP_WORDS <<< "$3"
            [[ $3 == *'|' ]] && COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _cards_tui; echo "${COMPREPLY[*]-}"
            """
        process.arguments = ["--norc", "-c", driver, "bash", script, folder.path, words]
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(String(decoding: output, as: UTF8.self) == expected + "\n")
    }
}
