public import Cards

/// Shows a card's photos, and crops a photo for a side of the card in the form.
@MainActor
public struct PhotoFlow {
    let context: ScreenContext

    /// Shows a side's photo of the card on top, or of the selected one.
    public func open(_ side: Card.Side) { open(.side(side)) }

    /// Shows the first of its further pictures.
    public func openPictures() { open(.picture(0)) }

    private func open(_ photo: CardPhoto) {
        guard let card = context.currentCard else { return }
        let model = PhotoModel(card, photo: photo, context: context)
        context.navigator.push(model)
        context.recordUse(of: card)
    }

    /// Opens the shown PDF with the user's command for links.
    public func openDocument(_ model: PhotoModel) {
        guard let hash = model.hash, let name = model.card?.name else { return }
        let photo = model.photo
        context.activities.run("Opening the PDF") { [services = context.services] in
            guard let bytes = try await services.store.photo(hash) else {
                return context.post(Message("The PDF is missing.", kind: .warning))
            }
            let file = PhotoFileName.name(of: photo, of: name, bytes: bytes)
            let outcome = try await services.links.open(document: bytes, named: file)
            context.post(Message(outcome == .opened ? "Opened \(file)" : "Opening \(file)"))
        }
    }

    /// Opens the crop screen for the photo that a side has.
    public func crop(_ side: Card.Side) {
        guard let form = context.navigator.top as? CardFormModel else { return }
        context.activities.run("Reading the photo", on: form) {
            guard let (original, crop) = try await form.cut(side) else { return nil }
            // A photo that was never cropped starts with the default outline.
            let start = crop == .everything(for: side) ? .usual(for: side) : crop
            return await makeCrop(of: original, for: side, start: start)
        } then: {
            context.navigator.push($0)
        }
    }

    /// Opens the crop screen for an icon from a part of the photo that is being cropped, which stays as it is.
    public func cropIcon(from model: PhotoCropModel) { context.navigator.push(model.forIcon()) }

    /// Opens the crop screen for an icon from a part of the photo on the screen.
    public func cropIcon(from model: PhotoModel) {
        guard let hash = model.hash else { return }
        context.activities.run("Reading the photo", on: model) { () -> PhotoCropModel? in
            guard let original = try await context.services.store.photo(hash) else { return nil }
            return await makeCrop(of: original, for: .icon, start: .icon, card: model.identifier)
        } then: {
            context.navigator.push($0)
        }
    }

    /// Makes the model for cropping a photo; nil, with the reason reported, if the photo cannot be decoded.
    /// - Parameter card: whose icon is changed at once; nil for the card in the form.
    func makeCrop(
        of original: [UInt8], for side: Card.Side, start: PhotoCrop, card: CardID? = nil
    ) async -> PhotoCropModel? {
        switch await context.pictures.picture(original) {
        case .shown(let image):
            return PhotoCropModel(side: side, original: original, image: image, crop: start, of: card)
        case .failed(let reason): if !Task.isCancelled { context.post(Message(reason, kind: .warning)) }
        case .none, .loading: break
        }
        return nil
    }

    /// Makes the cropped part the photo of its side, and goes back to the form, or to the photo that it is a part of.
    public func keep(_ model: PhotoCropModel) {
        if let card = model.shownCard { return keepIcon(model, of: card) }
        guard let form = context.navigator.form else { return }
        let crop = model.crop
        context.activities.run("Cropping the photo", on: model) {
            try await whole(model.original, crop)
        } then: { photo in
            try form.receive(photo, model.side)
            context.viewState.keepPhotoFolder(model.folder, isChosen: true)
            // This also removes the screen the photo came from: the folder or the camera.
            context.navigator.pop(to: form)
        }
    }

    private func keepIcon(_ model: PhotoCropModel, of identifier: CardID) {
        let crop = model.crop
        context.activities.run("Changing the icon", on: model) { () -> String? in
            let icon = try await whole(model.original, crop)
            try icon.checkSize()
            let store = context.services.store
            guard let card = try await store.card(identifier) else { return nil }
            var changed = card
            changed[.icon] = icon.hash
            let patch = CardPatch(from: card, to: changed, photos: [icon.hash: icon.bytes])
            if !patch.fields.isEmpty { try await store.apply([.set(patch)]) }
            await context.list.reload()
            return card.name
        } then: { name in
            context.navigator.popThrough(model)
            context.post(Message("Changed the icon of \(name.shortName)", offers: [.undo]))
        }
    }

    /// Prepares a picture, of which only what the crop leaves out is cut off.
    func whole(_ original: [UInt8], _ crop: PhotoCrop) async throws -> NewPhoto {
        let cut = try await context.services.photos.crop(original, to: crop)
        return await NewPhoto.named(cut, original, crop, by: context.services.photos)
    }

    /// Adds a further picture to the card in the form, and goes back to it.
    func add(_ picture: NewPhoto) throws {
        guard let form = context.navigator.form else { return }
        try form.addPicture(picture)
        context.navigator.pop(to: form)
    }

    /// Reads the pictures whose paths were typed into these fields of the form, one after another; keys pressed meanwhile wait.
    /// - Parameter finish: called with the field of which a picture could not be read, or nil when all were.
    public func readTyped(_ fields: [DraftField], finish: @escaping (DraftField?) -> Void) {
        guard let form = context.navigator.top as? CardFormModel else { return }
        context.activities.run("Reading the picture") {
            for field in fields {
                let isRead =
                    if let side = field.side { await form.readPhoto(side) } else { await form.readPictureFiles() }
                guard isRead else { return finish(field) }
            }
            finish(nil)
        }
    }

    /// A photo scaled to fit a size in pixels, for the small pictures of the list.
    public func picture(_ photo: PhotoHash, fitting size: PixelSize) async -> PictureState {
        await context.pictures.picture(photo, fitting: size)
    }

    /// Stops the decoder's helper process once all photo screens are left.
    func releaseDecoder() {
        guard context.navigator.path.isEmpty else { return }
        Task { [photos = context.services.photos] in await photos.releaseResources() }
    }
}

/// The photos of a form.
extension NewPhoto {
    /// Away from the main actor, since it hashes the bytes; with the main color of the photo.
    static func named(
        _ photo: [UInt8], _ original: [UInt8], _ crop: PhotoCrop, by decoder: any PhotoDecoder
    ) async -> NewPhoto {
        let color = await decoder.mainColor(of: photo)
        return await Task.detached { NewPhoto(photo, from: original, crop, mainColor: color) }.value
    }
}
