import CardViewModels
import Cards
import Terminal

/// The pickers over the screen.
extension AppScreen {
    func makeScreen(for request: PickerRequest) -> PickerScreen {
        switch request {
        case .command: commands()
        case .order: orders()
        case .group(let pick): groups(pick)
        case .theme: themes.makePicker()
        case .barcodeSource(let sources): barcodeSources(sources)
        case .barcode(let found): barcodes(found)
        }
    }

    /// All commands that are enabled now: those of the screen beneath and those that work everywhere.
    private func commands() -> PickerScreen {
        let everywhere = table.sections(on: self, reaches: top.isCommandKey).flatMap(\.commands).filter {
            ![AppCommands.palette.name, "app.back"].contains($0.name)
        }
        let options = (top.commands.flatMap(\.commands) + everywhere).filter(\.isEnabled).map { command in
            PickerScreen.Option(
                title: command.title, detail: command.keys.first?.label ?? "", also: command.also,
                take: command.perform)
        }
        return PickerScreen(options, placeholder: "what to do", isPlain: isPlain)
    }

    private func orders() -> PickerScreen {
        let list = model.list
        let options = CardOrder.Key.allCases.map { key in
            PickerScreen.Option(
                title: CardListScreen.words(for: key), detail: key == list.query.order.key ? "now" : "",
                take: { list.sort(by: key) })
        }
        let now = CardOrder.Key.allCases.firstIndex(of: list.query.order.key) ?? 0
        return PickerScreen(options, selecting: now, title: "Order", prompt: ":", placeholder: "in which order")
    }

    private func groups(_ pick: GroupPick) -> PickerScreen {
        let cards = model.cards
        let options = pick.names.map { name in
            PickerScreen.Option(
                title: name, detail: pick.current.contains(name) ? "is in it" : "",
                take: { cards.toggleGroup(name, of: pick) })
        }
        let screen = PickerScreen(
            options, title: SafeText("Group of \(pick.label)"), prompt: "#",
            placeholder: pick.names.isEmpty ? "a name for the first group" : "a group, or a new name")
        screen.takeTyped = { text in
            let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if !name.isEmpty { cards.toggleGroup(name, of: pick) }
        }
        return screen
    }

    private func barcodeSources(_ sources: BarcodeSources) -> PickerScreen {
        let pictures = model.pictures
        let options = sources.all.map { source in
            let title =
                switch source {
                case .photo(let side): "off the \(side.rawValue) photo"
                case .file: "off a picture file or a PDF…"
                case .camera: "with the camera…"
                }
            return PickerScreen.Option(title: title, take: { pictures.readBarcode(from: source) })
        }
        return PickerScreen(options, title: "Read a barcode", placeholder: "from where")
    }

    private func barcodes(_ found: FoundBarcodes) -> PickerScreen {
        let scans = model.scans
        let options = found.codes.map { code in
            PickerScreen.Option(
                title: code.words, detail: code.remark,
                take: { scans.receive(code, read: found.how) })
        }
        return PickerScreen(
            options, title: SafeText("\(options.count) barcodes"), placeholder: "the one for the card")
    }
}
