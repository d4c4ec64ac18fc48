import CardViewModels
import Cards
import Terminal

extension CardListScreen {
    /// Two presses within this are a double click.
    private static let doubleClick = Duration.milliseconds(400)
    /// Rows kept in sight above and below the selection.
    private static let margin = 2

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key): return handle(key)
        case .mouse(let mouse):
            handle(mouse)
            return true
        case .paste(let text):
            // A link that is none of ours is told so; nothing else that is pasted here means anything.
            if ShareLink.isShareLink(text) || !isTyping && ShareLink.isLink(text) {
                app.addCard(fromLink: text)
                return true
            }
            guard isTyping else { return true }
            editor.insert(text)
            model.find(editor.text)
            return true
        }
    }

    func type(_ characters: [Character]) -> Int {
        guard isTyping, scrubber.isLabel else { return 0 }
        editor.type(characters[...])
        model.find(editor.text)
        return characters.count
    }

    /// Over a slow line keys come at once: what is done with a card is meant for the one that the filter finds or the jump
    /// leads to. What is typed into the filter waits for nothing, nor does one move behind another.
    func mustWait(_ event: InputEvent) -> Bool {
        guard model.isFinding || model.isJumping, case .key(let key) = event, !scrubber.takes(key) else {
            return model.isFinding && !isTyping
        }
        let moves: [Key.Code] = [.up, .down, .pageUp, .pageDown, .home, .end, .tab]
        if isTyping { return model.isFinding && moves.contains(key.code) }
        guard let action = bindings.action(for: key, isEnabled: isEnabled) else { return false }
        return model.isFinding || !Self.moving.contains(action)
    }

    private static let moving: Set<ListAction> = [
        .down, .up, .left, .right, .first, .last, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .scrub,
    ]

    private func handle(_ key: Key) -> Bool {
        if scrubber.handle(key) { return true }
        if isTyping, handleTyping(key) { return true }
        if key == .escape, leaveOneStep() { return true }
        guard !isTyping || key.typedCharacter == nil,
            let action = bindings.action(for: key, isEnabled: isEnabled)
        else { return false }
        perform(action)
        return true
    }

    // MARK: - Finding

    private func handleTyping(_ key: Key) -> Bool {
        switch (key.code, key.modifiers) {
        case (.enter, []): isTyping = false
        case (.escape, []): return leaveOneStep()
        case (.down, []), (.character("n"), .control): perform(.down)
        case (.up, []), (.character("p"), .control): perform(.up)
        case (.pageDown, []): perform(.pageDown)
        case (.pageUp, []): perform(.pageUp)
        case (.backspace, []) where editor.isEmpty: isTyping = false
        case (.tab, []): if isEnabled(.openRow) { perform(.openRow) }
        default:
            guard editor.handle(key) else { return false }
            model.find(editor.text)
        }
        return true
    }

    /// Takes back what is between here and the plain list: a range, what is looked for, the marks.
    private func leaveOneStep() -> Bool {
        if model.isMarkingRange {
            model.cancelRange()
        } else if isTyping || model.isFiltered {
            isTyping = false
            editor = LineEditor()
            model.find("")
        } else if !model.marks.isEmpty {
            model.clearMarks()
        } else {
            return false
        }
        return true
    }

    // MARK: - Actions

    func isEnabled(_ action: ListAction) -> Bool {
        switch action {
        case .add, .read, .undo, .redo, .trash: true
        case .sync: !app.isDemo
        case .choose: app.hasConflicts
        case .importFile: !app.isDemo
        case .synchronize: app.hasBackend
        case .demo: model.phase == .empty && !app.isDemo
        case .filter, .order, .reverse, .hideArchived, .view: model.phase == .content
        case .front: model.selectedRow?.front != nil
        case .back: model.selectedRow?.back != nil
        case .left, .right: frames.bricks != nil && model.selectedRow != nil
        case .openRow: frames.bricks == nil && model.selectedRow != nil
        case .closeRows: !model.opened.isEmpty
        case .scrub: model.isCounted && model.selectedRow != nil
        case .moveDown, .moveUp: model.isOrderedByHand && model.selectedRow != nil
        case .widen, .narrow: app.preview != nil
        default: model.selectedRow != nil
        }
    }

    func perform(_ action: ListAction) {
        switch action {
        case .open: app.openSelected()
        case .filter: isTyping = true
        case .add: app.createCard()
        case .read: app.readBarcode()
        case .edit: app.editCurrent()
        case .barcode: app.openBarcode()
        case .copy: app.copyNumber()
        case .front: app.openPhoto(.front)
        case .back: app.openPhoto(.back)
        case .openRow: model.toggleOpened()
        case .closeRows: model.closeAll()
        case .view: model.show(as: model.layout == .rows ? .wallet : .rows)
        case .scrub: scrubber.focus()
        case .order: app.choose(.order)
        case .reverse: model.reverseOrder()
        case .hideArchived: model.hideArchived(!model.query.hidesArchived)
        case .mark: model.toggleMark()
        case .markRange: model.toggleRange()
        case .markAll: model.toggleAll()
        case .star: model.toggleStar()
        case .archive: model.toggleArchive()
        case .group: app.chooseGroup()
        case .delete: app.askToDelete()
        case .undo: app.undo()
        case .redo: app.redo()
        case .trash: app.openTrash()
        case .moveDown: app.moveCard(down: true)
        case .moveUp: app.moveCard(down: false)
        case .importFile: app.importFile()
        case .exportFile: app.exportFile()
        case .synchronize: app.synchronize()
        case .sync: app.openSync()
        case .choose: app.openConflict()
        case .demo: app.openDemo()
        case .widen: model.widen(by: 4)
        case .narrow: model.widen(by: -4)
        default: performMove(action)
        }
    }

    private func performMove(_ action: ListAction) {
        let page = frames.page
        switch action {
        case .down: step(.down)
        case .up: step(.up)
        case .left: step(.left)
        case .right: step(.right)
        case .first: model.selectFirst()
        case .last: model.selectLast()
        case .halfPageDown: move(by: max(1, page / 2), keepsRow: true)
        case .halfPageUp: move(by: -max(1, page / 2), keepsRow: true)
        case .pageDown: move(by: max(1, page - 1), keepsRow: true)
        case .pageUp: move(by: -max(1, page - 1), keepsRow: true)
        default: break
        }
    }

    private func step(_ move: BrickLayout.Move) {
        guard let bricks = frames.bricks else { return self.move(by: move == .down ? 1 : -1) }
        walletPosition = walletScroll(bricks)
        if let next = bricks.index(from: model.selectedRank, moving: move) { model.select(rank: next) }
    }

    func move(by cards: Int, keepsRow: Bool = false) {
        if let bricks = frames.bricks {
            walletPosition = walletScroll(bricks)
            return model.moveSelection(by: cards)
        }
        // The row as it is seen now, which the last drawing may have pushed away from an edge.
        let layout = rowsLayout
        selectedRow = layout.row(of: model.selectedRank)?.top ?? 0
        if !keepsRow {
            let target = model.selectedRank + cards
            selectedRow = layout.row(of: target)?.top ?? selectedRow + cards * frames.columns.rows
        }
        // Not for a click: what is clicked on must not move away from under the pointer.
        let margin = min(Self.margin * frames.columns.rows, (frames.area.rows - 1) / 2)
        selectedRow = max(margin, min(selectedRow, frames.area.rows - frames.columns.rows - margin))
        model.moveSelection(by: cards)
    }

    // MARK: - Mouse

    private func handle(_ mouse: MouseEvent) {
        if scrubber.handle(mouse) || handleBar(mouse) { return }
        switch mouse.action {
        case .wheelDown: move(by: 3, keepsRow: true)
        case .wheelUp: move(by: -3, keepsRow: true)
        case .press(.left):
            guard let rank = rank(at: mouse.position) else { return }
            let now = ContinuousClock.now
            if let last = lastClick, last.rank == rank, now - last.time < Self.doubleClick {
                lastClick = nil
                return app.openSelected()
            }
            lastClick = (rank, now)
            if let bricks = frames.bricks {
                walletPosition = walletScroll(bricks)
            } else {
                selectedRow = rowsLayout.row(of: rank)?.top ?? 0
            }
            model.select(rank: rank)
        default: break
        }
    }

    private func rank(at point: Point) -> Int? {
        guard frames.area.contains(point) else { return nil }
        guard let bricks = frames.bricks else { return rowsLayout.rank(at: point.row - frames.area.top) }
        return bricks.index(
            at: Point(
                column: point.column - frames.area.left - 1,
                row: point.row - frames.area.top + walletScroll(bricks).top))
    }

    /// The scroll bar, from the press on it to the release.
    private func handleBar(_ mouse: MouseEvent) -> Bool {
        switch mouse.action {
        case .press(.left):
            barHold = nil
            guard let hold = bar.hold(at: mouse.position, in: frames.bar) else { return false }
            barHold = hold
            drag(to: mouse.position.row, hold)
            return true
        case .drag:
            guard let barHold else { return false }
            drag(to: mouse.position.row, barHold)
            return true
        case .release:
            barHold = nil
            return false
        default: return false
        }
    }

    private func drag(to row: Int, _ hold: Int) {
        let top = bar.position(heldAt: row, by: hold, in: frames.bar).top
        if let bricks = frames.bricks {
            walletPosition = ScrollPosition(top: top)
            if let first = bricks.frames(in: top..<top + frames.area.rows).first(where: { $0.frame.top >= top }) {
                model.select(rank: first.index)
            }
            return
        }
        let height = frames.columns.rows
        model.select(rank: (top + height - 1) / height + selectedRow / height)
    }
}
