internal import Documents

/// The help text, 80 columns wide, generated from the command table.
enum HelpText {
    private static let width = 80

    static func general() -> String {
        let commands = CommandLineTable.visibleCommands.map { command in
            (([command.name] + command.operandUsage).joined(separator: " "), command.summary)
        }
        let codes = CommandLineTable.exitCodes.map { (String($0.code.rawValue), $0.meaning) }
        return """
            Usage: \(CommandLineTable.program) [OPTION...] [COMMAND | TEXT]

            \(wrap(sentence(CommandLineTable.program + " " + CommandLineTable.summary), indent: 0))
            Without a command the screen opens; ? shows its keys. With a TEXT it shows the
            barcode of the card that matches, or lists the matching cards.

            Commands:
            \(table(commands))
            Options:
            \(table(options(CommandLineTable.options)))
            Exit codes:
            \(table(codes))
            Topics:
            \(table(HelpTopics.list))
            cards-tui help COMMAND explains a command, cards-tui help TOPIC a topic.

            """
    }

    /// - Parameter isBrief: without the details, and with where they are.
    static func of(_ command: CommandSpec, isBrief: Bool) -> String {
        var text = "Usage: \(command.usage)\n\n\(sentence(command.summary))\n"
        if !isBrief, !command.details.isEmpty { text += wrap(command.details, indent: 0) + "\n" }
        if !command.options.isEmpty { text += "\nOptions:\n" + table(options(command.options)) }
        if !command.examples.isEmpty {
            text += "\nExamples:\n" + command.examples.map { "  \(CommandLineTable.program) \($0)\n" }.joined()
        }
        text += "\nThe options of \(CommandLineTable.program) --help work here, too.\n"
        let more = isBrief && !command.details.isEmpty ? command.name : command.topic
        return text + (more.map { "More: \(CommandLineTable.program) help \($0)\n" } ?? "")
    }

    static func options(_ options: [OptionSpec]) -> [(String, String)] {
        let hasLetters = options.contains { $0.letter != nil }
        return options.map { option in
            let letter = option.letter.map { "-\($0), " } ?? (hasLetters ? "    " : "")
            return (letter + option.usage, option.help)
        }
    }

    /// Two columns, the second wrapped; ends with a newline.
    private static func table(_ rows: [(String, String)]) -> String {
        let column = (rows.map(\.0.count).max() ?? 0) + 4
        return rows.reduce(into: "") { text, row in
            let name = "  " + row.0
            text += name + String(repeating: " ", count: column - name.count) + wrap(row.1, indent: column) + "\n"
        }
    }

    private static func sentence(_ text: String) -> String { text + "." }

    /// Breaks at blanks; lines after the first are indented. Line ends stay.
    static func wrap(_ text: String, indent: Int) -> String {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ") {
                if !line.isEmpty, indent + line.count + 1 + word.count > width {
                    lines.append(line)
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + word
            }
            lines.append(line)
        }
        return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
    }
}

/// The topics of the help.
enum HelpTopics {
    static var names: [String] { DocumentPage.all.map(\.name) }

    /// The page of a topic as text; nil if there is no such topic.
    static func text(of topic: String) -> String? { DocumentPage.named(topic).map { MarkdownPage($0).text } }

    static var list: [(String, String)] { DocumentPage.all.map { ($0.name, $0.summary) } }
}
