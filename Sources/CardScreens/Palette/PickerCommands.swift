import Terminal

/// The commands of a picker of few options, in which letters are keys until it is searched. The digit beside an option picks it.
enum PickerCommands {
    static let table = CommandTable([CommandTable.Section("Picker", commands)])

    private static let commands: [Command<PickerScreen>] =
        [
            .choose("picker"),
            Command("picker.search", ["/"], "search the options", hint: "filter") { $0.isTyping = true },
            .cancel("picker", keys: [.escape, .control("c"), .control("g"), .backspace]),
        ]
        + Command.moves("picker", first: "first option", last: "last option", hasLineKeys: true)
}

/// The commands of a picker in which text is typed. Letters are text, so none of them is a command.
enum PickerSearchCommands {
    static let table = CommandTable([CommandTable.Section("Typing in a picker", commands)], isInText: true)

    private static let commands: [Command<PickerScreen>] =
        [
            .choose("picker-search"),
            Command(
                "picker-search.use-text", [.tab], "use the typed text", hint: "use the typed text",
                when: .silent { $0.canUseText }
            ) {
                $0.useText()
            },
            Command(
                "picker-search.end", [.escape], "end the search", hint: "back", leaves: true,
                when: .silent { $0.isShort }
            ) {
                $0.endTyping()
            },
            Command(
                "picker-search.back", [.backspace], "back, if nothing is typed",
                when: .silent { $0.state.editor.isEmpty }
            ) {
                if $0.isShort { $0.endTyping() } else { $0.cancel() }
            },
            .cancel("picker-search", keys: [.escape, .control("c"), .control("g")]),
        ] + Command.movesInFilter("picker-search.")
}

/// The commands of a picker with the user's keys.
struct PickerTables {
    let choosing: CommandTable<PickerScreen>
    let typing: CommandTable<PickerScreen>

    init(mappedBy keyMap: KeyMap = .empty) {
        choosing = PickerCommands.table.mapped(by: keyMap)
        typing = PickerSearchCommands.table.mapped(by: keyMap)
    }
}

extension Command<PickerScreen> {
    fileprivate static func choose(_ prefix: String) -> Command {
        Command(
            "\(prefix).choose", [.enter], "choose the selected option", hintNow: { $0.chooseHint },
            when: .silent { $0.state.selectedItem != nil || $0.canUseText }
        ) {
            $0.choose()
        }
    }

    fileprivate static func cancel(_ prefix: String, keys: [Key]) -> Command {
        // While a search can be ended, the key of that is the way out.
        Command(
            "\(prefix).leave", keys, "back", hintNow: { $0.isShort && $0.isTyping ? nil : "back" }, leaves: true,
            shared: "screen.leave"
        ) {
            $0.cancel()
        }
    }
}
