public import Cards

/// How a form comes to its photos: chosen from a folder, cut from a photo, taken away.
extension AppModel {
    /// Lets a picture be chosen for a side of the card in the form.
    public func choosePhoto(_ side: Card.Side) {
        guard case .form? = path.last else { return }
        chooseFile(for: .photo(side))
    }

    func chooseFile(for purpose: PicturePurpose) {
        let model = PhotoChoiceModel(
            for: purpose, recent: viewState.photoFolders, files: services.files, pictures: pictures)
        path.append(.photoChoice(model))
        activities.run("Reading the folder") { [last = viewState.photoFolder] in await model.opened(in: last) }
    }

    /// Goes into a folder, or takes a picture, by a path as it was typed.
    public func choose(_ path: String, in model: PhotoChoiceModel) {
        activities.run("Reading \(path)") { [self] in
            if await model.isFolder(path) { return await model.show(path) }
            guard case .photo(let side) = model.purpose else { return readFile(path) }
            guard let taken = await model.take(path), !Task.isCancelled, self.path.last == .photoChoice(model)
            else { return }
            let crop = PhotoCropModel(side: side, original: taken.bytes, image: taken.image)
            crop.folder = taken.folder
            self.path.append(.crop(crop))
        }
    }

    /// The folder around the one that is shown.
    public func goUp(in model: PhotoChoiceModel) {
        guard let parent = model.parent else { return }
        choose(parent, in: model)
    }

    /// Shows what is before the camera, to take a side's picture.
    public func takePhoto(_ side: Card.Side) {
        guard case .form? = path.last else { return }
        openCamera(for: .photo(side))
    }

    func openCamera(for purpose: PicturePurpose) {
        let model = CameraModel(
            for: purpose, camera: services.camera, photos: services.photos,
            reader: purpose == .barcode ? services.reader : nil, clock: services.timer)
        model.onCodes = { [weak self, weak model] codes in if let model { self?.take(codes, seenBy: model) } }
        path.append(.camera(model))
    }

    /// Takes the picture that is shown, with all its pixels, and goes on to its outline.
    public func take(_ model: CameraModel) {
        guard let bytes = model.newest, case .photo(let side) = model.purpose else { return }
        let crop = model.crop
        activities.run("Taking the picture") { [self] in
            switch await pictures.picture(bytes) {
            case .shown(let image):
                guard path.last == .camera(model), !Task.isCancelled else { return }
                path.append(.crop(PhotoCropModel(side: side, original: bytes, image: image, crop: crop)))
            case .failed(let words): if !Task.isCancelled { say(Message(words, kind: .warning)) }
            case .none, .loading: break
            }
        }
    }

    /// Lets a picture be chosen instead of taken.
    public func chooseInstead(of model: CameraModel) {
        guard path.last == .camera(model) else { return }
        path.removeLast()
        chooseFile(for: model.purpose)
    }

    /// Lets another part be cut from the photo that a side has.
    public func cropPhoto(_ side: Card.Side) {
        guard case .form(let form)? = path.last else { return }
        activities.run("Reading the photo") { [self] in
            do {
                guard let (original, crop) = try await form.cut(side) else { return }
                switch await pictures.picture(original) {
                case .shown(let image):
                    guard path.last == .form(form), !Task.isCancelled else { return }
                    // What nobody has cropped yet gets the outline first.
                    let start = crop == .everything ? PhotoCrop() : crop
                    path.append(.crop(PhotoCropModel(side: side, original: original, image: image, crop: start)))
                case .failed(let words): if !Task.isCancelled { say(Message(words, kind: .warning)) }
                case .none, .loading: break
                }
            } catch is CancellationError {
                // It was stopped, and nothing was begun.
            } catch {
                say(Message(error))
            }
        }
    }

    /// Takes the pictures whose paths were typed into the form, one after another; what is pressed meanwhile waits.
    /// - Parameter finish: told the side whose picture could not be taken, or nil when all were.
    public func takeTypedPhotos(_ sides: [Card.Side], finish: @escaping (Card.Side?) -> Void) {
        guard case .form(let form)? = path.last else { return }
        activities.run("Reading the picture") {
            for side in sides {
                guard await form.takePhoto(side) else { return finish(side) }
            }
            finish(nil)
        }
    }

    /// Takes the part that is behind the outline as the photo of its side, and goes back to the form.
    public func keep(_ model: PhotoCropModel) {
        guard let form else { return }
        let crop = model.crop
        activities.run("Cutting the photo") { [self] in
            do {
                let cut = try await services.photos.crop(model.original, to: crop)
                let photo = await CardFormModel.named(cut, model.original, crop)
                guard !Task.isCancelled, path.contains(.crop(model)) else { return }
                try form.take(photo, model.side)
                keepPhotoFolder(model.folder, isChosen: true)
                // With it goes where the photo came from: the folder, the camera.
                if let place = path.firstIndex(of: .form(form)) { path.removeSubrange((place + 1)...) }
            } catch is CancellationError {
                // It was stopped: the outline is there still.
            } catch {
                say(Message(error))
            }
        }
    }
}

extension AppModel {
    /// The picker opens where it was left, the camera runs while it is on top, and nothing is kept ready to decode once all photos
    /// are left.
    func followPhotos(from before: [Destination]) {
        if case .photoChoice(let choice)? = before.last, !path.contains(.photoChoice(choice)) {
            keepPhotoFolder(choice.folder)
        }
        for case .camera(let camera) in before where path.last != .camera(camera) { camera.stop() }
        if case .camera(let camera)? = path.last, before.last != path.last { camera.start() }
        if path.isEmpty, !before.isEmpty {
            Task { [photos = services.photos] in await photos.rest() }
        }
    }
}
