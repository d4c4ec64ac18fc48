public import Cards

/// Gets a picture from a folder or the camera, for a side of the card in the form or for its barcode.
@MainActor
public struct PictureFlow {
    let context: ScreenContext
    let photos: PhotoFlow
    let scans: ScanFlow

    private var navigator: Navigator { context.navigator }

    /// Opens the file picker for a side of the card in the form.
    public func choosePhoto(_ side: Card.Side) {
        if navigator.top is CardFormModel { chooseFile(for: .photo(side)) }
    }

    /// Opens the camera for a side's picture.
    public func takePhoto(_ side: Card.Side) {
        if navigator.top is CardFormModel { openCamera(for: .photo(side)) }
    }

    /// Opens the file picker for a further picture of the card in the form.
    public func choosePicture() {
        if navigator.top is CardFormModel { chooseFile(for: .picture) }
    }

    /// Opens the camera for a further picture.
    public func takePicture() {
        if navigator.top is CardFormModel { openCamera(for: .picture) }
    }

    /// Reads the further pictures whose paths were typed into the form, and offers the barcode of a PDF among them.
    /// - Parameter finish: called when all were read.
    public func readTyped(finish: @escaping () -> Void) {
        guard let form = navigator.form else { return }
        let before = form.draft.photos
        photos.readTyped([.pictures]) { refused in
            guard refused == nil else { return }
            finish()
            let added = form.draft.photos.filter { before[$0.key] == nil }.values
            if let document = added.first(where: PhotoFileName.isDocument) { scans.offerCode(of: document) }
        }
    }

    // MARK: - Files

    /// Opens the file picker for the file of cards to import.
    public func chooseImport() {
        if let file = navigator.top as? FileFormModel, file.purpose == .importCards { chooseFile(for: .importCards) }
    }

    func chooseFile(for purpose: PicturePurpose, insteadOf camera: CameraModel? = nil) {
        let model = FilePickerModel(for: purpose, context: context)
        if camera == nil {
            navigator.push(model)
        } else {
            navigator.replaceTop(with: model)
        }
        let state = context.viewState.state
        let last = purpose == .importCards ? state.folders.imports : state.photoFolder
        context.activities.run("Reading the folder") {
            await model.opened(in: last)
        }
    }

    /// Opens a folder, or continues with a picture, by a path as typed.
    public func choose(_ path: String, in model: FilePickerModel) {
        context.activities.run("Reading \(path)", on: model) { () -> PhotoCropModel? in
            if await model.isFolder(path) {
                await model.show(path)
                return nil
            }
            if model.purpose == .importCards {
                take(path, from: model)
                return nil
            }
            if model.purpose == .barcode {
                scans.readFile(path)
                return nil
            }
            guard case .photo(let side) = model.purpose else {
                guard let form = navigator.form, let read = await model.readPicture(path, for: form) else { return nil }
                context.viewState.keepPhotoFolder(read.folder, isChosen: true)
                try photos.add(read.picture)
                scans.offerCode(of: read.picture.bytes)
                return nil
            }
            guard let read = await model.read(path) else { return nil }
            let crop = PhotoCropModel(side: side, original: read.bytes, image: read.image)
            crop.folder = read.folder
            return crop
        } then: {
            navigator.push($0)
        }
    }

    /// Chooses files and folders to import together.
    public func chooseFiles(_ paths: [String], in model: FilePickerModel) {
        take(paths.count == 1 ? paths[0] : DroppedPath.text(of: paths), from: model)
    }

    /// Returns to the import with this path, or the text of several.
    private func take(_ path: String, from model: FilePickerModel) {
        navigator.popThrough(model)
        if let file = navigator.top as? FileFormModel { file.path = path }
    }

    /// Opens the parent folder.
    public func goUp(in model: FilePickerModel) {
        guard let parent = model.parent else { return }
        choose(parent, in: model)
    }

    // MARK: - Camera

    func openCamera(for purpose: PicturePurpose) {
        navigator.push(
            CameraModel(for: purpose, context: context) { scans.receive($0, seenBy: $1) })
    }

    /// Captures the shown picture at full resolution, and continues with cropping.
    public func capture(_ model: CameraModel) {
        guard let bytes = model.newest else { return }
        let crop = model.crop
        guard case .photo(let side) = model.purpose else {
            guard model.purpose == .picture else { return }
            return context.activities.run("Taking the picture", on: model) {
                try await photos.whole(bytes, crop)
            } then: {
                try photos.add($0)
            }
        }
        context.activities.run("Taking the picture", on: model) {
            await photos.makeCrop(of: bytes, for: side, start: crop)
        } then: {
            navigator.push($0)
        }
    }

    /// Opens the file picker instead of the camera.
    public func chooseInstead(of model: CameraModel) {
        if navigator.isOnTop(model) { chooseFile(for: model.purpose, insteadOf: model) }
    }
}

/// What a picture is chosen or captured for.
public enum PicturePurpose: Equatable, Sendable {
    /// As the photo of one side of the card in the form.
    case photo(Card.Side)
    /// As a further picture of the card in the form.
    case picture
    /// For the barcode of the card in the form.
    case barcode
    /// The file of cards to import, which may be a picture.
    case importCards
}
