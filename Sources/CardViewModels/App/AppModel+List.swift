public import Cards

/// What the list starts: things to do with the chosen cards, and the card beside it.
extension AppModel {
    /// Asks before the marked cards are deleted, or the selected one.
    func askToDeleteChosen() {
        if list.marks.isEmpty {
            if let row = list.selectedRow { question = .delete([row.id], words: row.name) }
            return
        }
        activities.run("Looking at the marked cards") { [self] in
            do {
                let cards = try await list.chosenIdentifiers()
                guard let first = cards.first else { return }
                let name = cards.count == 1 ? try await services.store.card(first)?.name : nil
                question = .delete(cards, words: name ?? "\(cards.count) cards")
            } catch {
                say(Message(error))
            }
        }
    }

    /// Moves the selected card past its neighbour; keys that come meanwhile find it there.
    public func moveCard(down: Bool) { activities.run("Moving the card") { [list] in await list.moveCard(down: down) } }

    /// Lets a group be chosen out of all that there are.
    public func chooseGroup() {
        activities.run("Looking at the marked cards") { [self] in
            do {
                let cards = try await list.chosenIdentifiers()
                guard let first = cards.first else { return }
                let name = cards.count == 1 ? try await services.store.card(first)?.name : nil
                choose(
                    .group(
                        GroupChoice(
                            names: try await services.store.groups(), cards: cards,
                            words: name ?? "\(cards.count) cards",
                            current: try await services.store.commonGroups(of: cards))))
            } catch {
                say(Message(error))
            }
        }
    }

    public func toggleGroup(_ name: String, of choice: GroupChoice) {
        // A group that there is keeps its spelling.
        let known = choice.names.first { TextFolding.fold($0) == TextFolding.fold(name) } ?? name
        activities.run("Changing \(choice.words)") { [self] in
            await list.toggleGroup(known, of: choice.cards)
            await list.reload()
        }
    }

    /// A photo at a size of pixels, for the small pictures of the list.
    public func picture(_ photo: PhotoHash, fitting size: PixelSize) async -> PictureState {
        await pictures.picture(photo, fitting: size)
    }

    // MARK: - How it is looked at

    func keepViewState() {
        let query = list.query
        (viewState.order, viewState.hidesArchived) = (query.order, query.hidesArchived)
        (viewState.layout, viewState.listShare) = (list.layout, list.share)
        keep()
    }

    /// Keeps the theme that was chosen on the screen.
    public func keepTheme(_ name: String) {
        viewState.theme = name
        keep()
    }

    /// Keeps the folder in which the picker was left; one that a photo was chosen from is offered again besides.
    func keepPhotoFolder(_ folder: String?, isChosen: Bool = false) {
        guard let folder, isChosen || folder != viewState.photoFolder else { return }
        viewState.photoFolder = folder
        if isChosen { viewState.notePhotoFolder(folder) }
        keep()
    }

    private func keep() {
        // One after the other: what was looked at last is what is kept.
        keeping = Task { [before = keeping, file = services.viewState, viewState] in
            await before?.value
            await file.keep(viewState)
        }
    }

    // MARK: - Beside the list

    /// Told by the screen whether it shows the selected card beside the list.
    public func showsPreview(_ isShown: Bool) {
        guard isShown != isPreviewShown else { return }
        isPreviewShown = isShown
        // Not at once: the screen is being drawn.
        Task { followSelection() }
    }

    func followSelection() {
        // What lies over the list has its own neighbours; the list is looked at again when that is gone.
        guard path.isEmpty || preview == nil else { return }
        guard isPreviewShown, let row = list.selectedRow else {
            if preview != nil { preview = nil }
            return
        }
        if let preview { return preview.show(row.id) }
        let model = CardModel(
            identifier: row.id, store: services.store, pictures: pictures, clock: services.clock, list: list)
        model.onMessage = { [weak self] in self?.say($0) }
        preview = model
        model.opened(countsAsUse: false)
    }
}
