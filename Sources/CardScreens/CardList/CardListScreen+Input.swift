import CardTransfer
import CardViewModels
import Cards
import Terminal

extension CardListScreen {
    /// Two presses within this time are a double click.
    private static let doubleClick = Duration.milliseconds(400)

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key): return handle(key)
        case .mouse(let mouse):
            handle(mouse)
            return true
        case .paste(let text):
            // A pasted link that is no share link is reported; files are imported; other pasted text has no meaning here.
            if ShareLink.isShareLink(text) || !isTyping && (ShareLink.isLink(text) || app.transfer.hasLink(text)) {
                app.transfer.addCards(sharedIn: text)
                return true
            }
            if !isTyping, !app.isDemo, DroppedPath.isDropped(text) {
                app.transfer.imports.start(dropped: text)
                return true
            }
            pasteIntoSearch(text)
            return true
        }
    }

    func type(_ characters: [Character]) -> Int {
        isTyping && scrubber.isLabel ? typeIntoSearch(characters) : 0
    }

    /// Over a slow connection keys arrive together: a command for a card is meant for the one that the filter finds or the jump leads
    /// to. Text typed into the filter never waits, nor does a move after another move.
    func mustWait(_ event: InputEvent) -> Bool {
        guard model.isFinding || model.isJumping, case .key(let key) = event, !scrubber.accepts(key) else {
            return model.isFinding && !isTyping
        }
        let moves: [Key.Code] = [.up, .down, .pageUp, .pageDown, .home, .end, .tab]
        if isTyping {
            // A single match is opened, and it is not known yet.
            let isDone = searchTable.keys(of: FilterCommands.done).contains(key)
            return model.isFinding && (isDone || moves.contains(key.code))
        }
        guard let command = table.command(for: key, on: self), command != ListCommands.widenSearch else { return false }
        return model.isFinding || !ListCommands.moves.contains(command.name)
    }

    private func handle(_ key: Key) -> Bool {
        if scrubber.handle(key) { return true }
        if isTyping, handleTyping(key) { return true }
        return isCommandKey(key) && table.perform(key, on: self)
    }

    /// Whether neither the slider nor the search field receives the key.
    func isCommandKey(_ key: Key) -> Bool {
        isTyping ? !isSearchKey(key) : !scrubber.accepts(key)
    }

    // MARK: - Search

    func find(_ text: String) { model.find(text) }

    /// Whether the word before the cursor begins a filter term.
    var canComplete: Bool { isTyping && editor.isAtEnd && SearchCompletion.isPossible(in: editor.text) }

    /// Completes the filter term as far as it is certain, and names those that it can become.
    func completeSearch() {
        let typed = editor.text
        Task { [weak self, cards = app.cards] in
            guard let completion = await cards.completion(of: typed), let self, isTyping, editor.text == typed else {
                return
            }
            if completion.text != typed {
                editor.setText(completion.text)
                find(editor.text)
            }
            if !completion.choices.isEmpty {
                app.messages.post(Message(completion.choices.joined(separator: "  ")))
            } else if completion.text == typed {
                app.messages.post(Message("No filter starts with that.", kind: .warning))
            }
        }
    }

    /// A card that is only similar to what is searched is no match.
    var hasSingleMatch: Bool { model.isFiltered && model.isCounted && model.count == 1 && !model.isSimilar }

    /// Ends the typing of the search, and opens the card if only one was found.
    func endTyping() {
        isTyping = false
        if hasSingleMatch { app.cards.openSelected() }
    }

    /// Whether there is anything for ``clearOneStep()`` to clear.
    var canClear: Bool {
        model.isMarkingRange || isTyping || model.isFiltered || !model.marks.isEmpty || model.query.group != nil
    }

    /// Clears one of what narrows or marks the list: a range, the search, the marks, the group.
    func clearOneStep() {
        if model.isMarkingRange {
            model.cancelRange()
        } else if isTyping || model.isFiltered {
            clearSearch()
        } else if model.marks.isEmpty {
            app.groups.show(nil)
        } else {
            model.clearMarks()
        }
    }

    func move(_ motion: Motion) {
        switch motion {
        case .down: viewport.step(.down)
        case .up: viewport.step(.up)
        case .pageDown: viewport.movePage(1)
        case .pageUp: viewport.movePage(-1)
        case .first: model.selectFirst()
        case .last: model.selectLast()
        }
    }

    // MARK: - Conditions of commands

    var hasCard: Bool { model.selectedRow != nil }
    var isInWallet: Bool { frames.bricks != nil && hasCard }
    var canMoveCard: Bool { model.isInManualOrder && hasCard }
    var whyNotMoved: Refusal {
        if !hasCard { return .noCard }
        if model.isFiltered { return Refusal("moves cards, but not within a search", remedy: "list.clear") }
        if model.query.group != nil { return Refusal("moves cards, but not within a group", remedy: "list.clear") }
        if model.query.order.key != .manual { return Refusal("moves cards in manual order", remedy: "list.order") }
        return Refusal("moves cards in manual order, but it is reversed", remedy: "list.reverse")
    }

    // MARK: - Mouse

    func handle(_ mouse: MouseEvent) {
        if scrubber.handle(mouse) || viewport.handleBar(mouse) { return }
        switch mouse.action {
        case .wheelDown: viewport.move(by: 3, keepsRow: true)
        case .wheelUp: viewport.move(by: -3, keepsRow: true)
        case .press(.left):
            if isOrder(at: mouse.position) { return app.cards.pickOrder() }
            if let area = frames.screen.groups, area.contains(mouse.position) {
                if let item = GroupStripView(app.groups, in: area).item(at: mouse.position) { app.groups.select(item) }
                return
            }
            guard let rank = viewport.rank(at: mouse.position) else { return }
            let now = ContinuousClock.now
            if let last = lastClick, last.rank == rank, now - last.time < Self.doubleClick {
                lastClick = nil
                return app.cards.openSelected()
            }
            lastClick = (rank, now)
            viewport.select(rank: rank)
            // The columns of the mark stand for the row itself, as Tab does.
            if frames.bricks == nil, mouse.position.column < frames.area.left + frames.columns.name.left {
                lastClick = nil
                model.toggleOpened()
            }
        default: break
        }
    }

    /// Whether the title names the order at a point.
    private func isOrder(at point: Point) -> Bool {
        let title = frames.screen.title
        guard title.contains(point), !isTyping, !model.isFiltered, model.count > 0 else { return false }
        let columns = SafeText(model.query.order.label).width
        return (title.right - 1 - columns..<title.right - 1).contains(point.column)
    }
}

/// The position in the list, which turns into a slider when it is used: the list follows it live. Its value is the model's selected
/// rank.
@MainActor
final class ListScrubber {
    private let model: CardListModel
    let control: ScrubberControl

    init(_ model: CardListModel, clock: any Clock<Duration>, isMotionReduced: Bool) {
        self.model = model
        control = ScrubberControl(clock: clock, isMotionReduced: isMotionReduced) {
            (0...max(0, model.count - 1), model.selectedRank)
        } onChange: {
            model.select(rank: $0)
        }
        control.onEnd = { [weak model] in model?.prefetchTenths(false) }
    }

    var isLabel: Bool { control.isLabel }

    // MARK: - Drawing

    func layout(label: TailedText, in row: Rect) { control.layout(labels(label), in: row) }
    func hide() { control.hide() }

    private func labels(_ label: TailedText) -> ScrubberControl.Labels {
        // Letters indicate the position only if names are in alphabetical order.
        let alphabetical = model.alphabeticalRanks
        let letters = alphabetical.map { _ in [initial(at: 0), initial(at: model.count - 1)] }
        let ends = letters.flatMap { $0.contains("") ? nil : $0 } ?? ["1", "\(model.count)"]
        var labels = ScrubberControl.Labels(label: label, lowest: SafeText(ends[0]), highest: SafeText(ends[1])) {
            [self] rank in
            let row = model.selectedRank == rank ? model.selectedRow : model.row(at: rank)
            return TailedText(SafeText(row?.name ?? initial(at: rank)), tail: SafeText(" · \(rank + 1)"))
        }
        if alphabetical != nil { labels.letter = { [model] rank in model.initial(at: rank) } }
        return labels
    }

    private func initial(at rank: Int) -> String { model.initial(at: rank).map(String.init) ?? "" }

    // MARK: - Input

    func focus() {
        model.prefetchTenths(true)
        control.focus()
    }

    func accepts(_ key: Key) -> Bool { control.accepts(key) }
    var hints: [KeyHint] { control.hints }
    var help: [HelpView.Section] { control.help }
    func handle(_ key: Key) -> Bool { control.handle(key) }
    func handle(_ mouse: MouseEvent) -> Bool { model.isCounted && model.count > 0 && control.handle(mouse) }
}
