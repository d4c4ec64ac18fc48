import CardViewModels
import Cards
import Terminal

/// The pickers of an order, a colour, a group, and of where and which barcode is read: each option calls the flow that goes on with it.
extension PickerScreen {
    static func orders(_ list: CardListModel) -> PickerScreen {
        let options = CardOrder.Key.allCases.map { key in
            PickerScreen.Option(
                title: key.label, detail: key == list.query.order.key ? "current" : "",
                perform: { list.sort(by: key) })
        }
        let now = CardOrder.Key.allCases.firstIndex(of: list.query.order.key) ?? 0
        return PickerScreen(
            options, selecting: now, title: "Order", prompt: ":", placeholder: "Sort by", isShort: true)
    }

    /// Whom the cards are to be shared with, before anything is set up.
    static func sharing(_ sync: SyncFlow, _ sharing: SharingFlow) -> PickerScreen {
        let options = [
            PickerScreen.Option(
                title: "with my other devices", detail: "a folder, WebDAV or PostgreSQL",
                perform: { sharing.openForm() }),
            PickerScreen.Option(
                title: "with a server", detail: "My Cards or Firebase", perform: { sync.openBackendForm() }),
        ]
        return PickerScreen(options, title: "Share my cards", placeholder: "Share", isShort: true)
    }

    /// The palette, and nothing for no colour.
    static func colors(_ forms: FormFlow, showsColors: Bool) -> PickerScreen {
        let current = forms.color
        var options = CardColor.palette.map { named in
            PickerScreen.Option(
                title: named.name, detail: named.color.text, swatch: showsColors ? named.color : nil,
                perform: { forms.choose(named) })
        }
        options.append(PickerScreen.Option(title: "none", perform: { forms.choose(nil) }))
        let now = CardColor.palette.firstIndex { $0.color == current }
        return PickerScreen(
            options, selecting: now ?? (current == nil ? options.count - 1 : 0), title: "Colour",
            placeholder: "Choose a colour")
    }

    static func groups(_ pick: GroupPick, _ cards: CardFlow) -> PickerScreen {
        let noun = pick.cards.count == 1 ? "card" : "cards"
        let options = pick.names.map { name in
            let isMember = pick.current.contains(name)
            return PickerScreen.Option(
                title: name, detail: isMember ? "✓ member" : "",
                hint: isMember ? "take out of this group" : "add \(noun)",
                perform: { cards.toggleGroup(name, of: pick) })
        }
        let screen = PickerScreen(
            options, title: SafeText("Group of \(pick.label)"), prompt: "#",
            placeholder: pick.names.isEmpty ? "Name of the first group" : "Group or new name")
        screen.typedHint = "create group"
        screen.acceptTyped = { text in
            let name = groupName(text)
            if !name.isEmpty { cards.toggleGroup(name, of: pick) }
        }
        let known = Set(pick.names.map(TextFolding.fold))
        screen.makeTyped { text in
            let name = groupName(text)
            return name.isEmpty || known.contains(TextFolding.fold(name)) ? nil : "+ create “\(name)”"
        }
        return screen
    }

    /// A new name is typed; that of another group takes the cards into it.
    static func groupName(_ renaming: GroupRenaming, _ cards: CardFlow) -> PickerScreen {
        let screen = PickerScreen(
            [], title: SafeText("Rename \(renaming.group.name)", within: 40), prompt: "#", placeholder: "New name")
        screen.typedHint = "rename"
        screen.acceptTyped = { text in cards.rename(renaming, typed: text) }
        screen.makeTyped { text in
            guard let name = renaming.name(typed: text) else { return nil }
            return renaming.other(named: name) == nil ? "rename to “\(name)”" : "join the group “\(name)”"
        }
        return screen
    }

    /// Periods from the last day on; any other day can be typed.
    static func renewals(_ pick: RenewalPick, _ cards: CardFlow) -> PickerScreen {
        let input = pick.input
        let options = pick.choices.map { choice in
            PickerScreen.Option(
                title: choice.title, detail: "until " + input.format.text(choice.renewal.expiry), hint: "renew",
                perform: { cards.renew(pick.card, choice.renewal) })
        }
        let screen = PickerScreen(
            options, title: SafeText("Renew \(pick.card.name)", within: 40), prompt: ":",
            placeholder: "Period or new expiry date")
        screen.typedHint = "renew"
        screen.acceptTyped = { text in cards.renew(pick, typed: text) }
        screen.makeTyped { text in
            guard let renewal = try? pick.renewal(typed: text) else { return nil }
            return "until \(input.format.fullText(renewal.expiry))"
        }
        return screen
    }

    /// Fields as they were, with what they are now, and the whole card.
    static func restorations(_ pick: RestorePick, _ history: HistoryFlow) -> PickerScreen {
        let options = pick.choices.map { choice in
            PickerScreen.Option(
                title: choice.title, hint: "restore", perform: { history.askToRestore(choice, of: pick) })
        }
        return PickerScreen(
            options, title: SafeText("Restore \(pick.name)", within: 40), placeholder: "What to restore", isShort: true,
            showsWholeTitle: true)
    }

    private nonisolated static func groupName(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// One option a problem, which opens the editor at its line; the selected one is shown in full.
    static func settingsProblems(_ problems: [SettingsProblem], _ settings: SettingsFlow) -> PickerScreen {
        let options = problems.map { problem in
            PickerScreen.Option(title: problem.userMessage, hint: "edit", perform: { settings.edit(problem) })
        }
        return PickerScreen(
            options, title: "Settings problems", placeholder: "Part of a problem", showsWholeTitle: true)
    }

    static func barcodeSources(_ sources: BarcodeSources, _ pictures: PictureFlow) -> PickerScreen {
        let options = sources.all.map { source in
            let title =
                switch source {
                case .photo(let side): "from the \(side.noun)"
                case .file: "from a picture or PDF file…"
                case .camera: "with the camera…"
                }
            return PickerScreen.Option(title: title, perform: { pictures.readBarcode(from: source) })
        }
        return PickerScreen(options, title: "Scan a barcode", placeholder: "Scan from", isShort: true)
    }

    static func barcodes(_ found: FoundBarcodes, _ scans: ScanFlow) -> PickerScreen {
        let options = found.codes.map { code in
            PickerScreen.Option(
                title: code.label, detail: code.remark,
                perform: { scans.receive(code, of: found) })
        }
        return PickerScreen(
            options, title: SafeText("\(options.count) barcodes"), placeholder: "Choose one for the card",
            isShort: true)
    }
}
