internal import Cards
internal import Documents

/// The manual page, section 1, in man macros, generated from the command table.
enum ManualPage {
    /// - Parameter day: of this edition.
    static func text(version: String, day: CalendarDay, keys: [KeySection]) -> String {
        var page = Roff()
        page.raw(".TH CARDS\\-TUI 1 \"\(day.text)\" \"cards\\-tui \(Roff.escaped(version))\" \"User Commands\"")
        page.section("NAME")
        page.line("\(CommandLineTable.program) - \(CommandLineTable.summary)")
        page.section("SYNOPSIS")
        page.raw(".B cards\\-tui")
        page.line("[OPTION...] [COMMAND | TEXT]")
        page.section("DESCRIPTION")
        page.line("Without a command the screen opens; ? shows its keys.")
        page.line(
            "With a TEXT that is not a command it shows the barcode of the card that matches, or lists the matching cards; after --, "
                + "every word is such a text.")
        page.line("Control characters in cards never reach the terminal.")
        page.section("OPTIONS")
        page.items(CommandLineTable.options)
        page.section("COMMANDS")
        for command in CommandLineTable.visibleCommands {
            page.raw(".SS \"\(Roff.escaped(command.usage))\"")
            page.line(command.summary + ".")
            if !command.details.isEmpty { page.line(command.details) }
            page.items(command.options)
            page.examples(command.examples.map { "\(CommandLineTable.program) \($0)" })
        }
        if !keys.isEmpty {
            page.section("KEYS")
            page.line("The name in brackets is the name of the command in the settings file, under keys:.")
        }
        for section in keys {
            page.raw(".SS " + Roff.escaped(section.title))
            for key in section.keys {
                page.item(key.keys.isEmpty ? "no key" : key.keys, "\(key.title) (\(key.action))")
            }
        }
        page.section("THEMES")
        page.line("\(CommandLineTable.theme.choices.joined(separator: ", ")); and your own.")
        page.line("They are schemes of base16 or base24, as YAML.")
        page.section("EXIT STATUS")
        for (code, meaning) in CommandLineTable.exitCodes { page.item(String(code.rawValue), meaning) }
        page.section("FILES")
        page.item("$XDG_DATA_HOME/cards-tui/cards.sqlite", "The cards")
        page.item("$XDG_CONFIG_HOME/cards-tui/config.yaml", "The settings")
        page.item("$XDG_CONFIG_HOME/cards-tui/themes/NAME.yaml", "Your own themes")
        page.item("$XDG_STATE_HOME/cards-tui", "The log, drafts, and the state of the screen")
        page.item("$XDG_CACHE_HOME/cards-tui", "Files that can be recreated")
        page.line("cards-tui paths shows where they are.")
        page.section("ENVIRONMENT")
        page.item("NO_COLOR", "No colors, except black and white for barcodes")
        page.item("CLICOLOR=0, FORCE_COLOR=0", "The same")
        page.item(
            "CLICOLOR_FORCE, FORCE_COLOR",
            "At least 16 colors; with FORCE_COLOR=2 at least 256, with 3 all of them, whatever TERM says")
        page.item("VISUAL, EDITOR", "The editor for the settings, and for cards as text")
        page.item(
            "PAGER", "The program that shows help and listings longer than the terminal; default: less; cat for none")
        page.item("COLORFGBG", "Whether the background is light, for a pair of themes, until the terminal reports it")
        page.item("XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME", "Where the files are")
        page.section("SEE ALSO")
        page.line(HelpTopics.names.map { "\(name(of: $0))(\(section(of: $0)))" }.joined(separator: ", "))
        return page.text
    }

    /// The settings are a file format, the other topics are overviews.
    static func section(of topic: String) -> Int { topic == "settings" ? 5 : 7 }

    private static func name(of topic: String) -> String { "cards-tui-\(topic)" }

    /// The page of a topic. It has the text of the documents.
    static func text(of topic: String, version: String, day: CalendarDay) -> String {
        guard let document = DocumentPage.named(topic) else { return "" }
        var page = Roff()
        let title = "\(name(of: topic).uppercased())\" \(section(of: topic)) \"\(day.text)\""
        page.raw(".TH \"" + title + " \"cards\\-tui \(Roff.escaped(version))\"")
        page.section("NAME")
        page.line("\(name(of: topic)) - \(document.summary)")
        page.section("DESCRIPTION")
        for block in MarkdownPage(document).blocks {
            switch block {
            case .heading(_, level: 1): continue
            case .heading(let title, level: 2): page.section(Roff.escaped(title.uppercased()))
            case .heading(let title, _): page.raw(".SS " + Roff.escaped(title))
            case .paragraph(let text):
                page.raw(".PP")
                page.line(text)
            case .item(let marker, let text):
                page.raw(".IP \"\(Roff.escaped(marker))\" 4")
                page.line(text)
            case .code(let lines):
                page.raw(".PP")
                page.unfilled(lines)
            case .row(let cells):
                guard let first = cells.first, !first.text.isEmpty else { continue }
                page.raw(".TP")
                page.raw(".B " + Roff.escaped(first.text))
                let others = cells.dropFirst().filter { !$0.text.isEmpty }
                page.line(
                    others.map { cells.count == 2 ? $0.text : "\($0.title): \($0.text)" }.joined(separator: "; "))
            }
        }
        page.section("SEE ALSO")
        page.line("cards-tui(1)")
        return page.text
    }
}

/// Lines of roff, escaped so that no text is interpreted as a request.
private struct Roff {
    private(set) var text = ""

    mutating func raw(_ line: String) { text += line + "\n" }

    mutating func line(_ line: String) { raw(Self.escaped(line)) }

    mutating func section(_ name: String) { raw(".SH " + name) }

    mutating func item(_ name: String, _ meaning: String) {
        raw(".TP")
        raw(".B " + Self.escaped(name))
        line(meaning + ".")
    }

    mutating func items(_ options: [OptionSpec]) {
        for option in options { item((option.letter.map { "-\($0), " } ?? "") + option.usage, option.help) }
    }

    /// Lines that are not filled.
    mutating func examples(_ lines: [String]) {
        if lines.isEmpty { return }
        raw(".PP")
        line("Examples:")
        unfilled(lines)
    }

    mutating func unfilled(_ lines: [String]) {
        raw(".nf")
        raw(".RS 4")
        for example in lines { line(example) }
        raw(".RE")
        raw(".fi")
    }

    static func escaped(_ text: String) -> String {
        let escaped = text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            // Readers take other bytes for Latin-1 unless a program before them knows better.
            case _ where !scalar.isASCII:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}
