public import Cards

/// How a picture comes into the program: out of a folder or by the camera; for a side of the card in the form, or for the barcode in it.
@MainActor
public struct PictureFlow {
    let context: ScreenContext
    let photos: PhotoFlow
    let scans: ScanFlow

    private var navigator: Navigator { context.navigator }

    /// Lets a picture be chosen for a side of the card in the form.
    public func choosePhoto(_ side: Card.Side) {
        if case .form? = navigator.top { chooseFile(for: .photo(side)) }
    }

    /// Shows what is before the camera, to take a side's picture.
    public func takePhoto(_ side: Card.Side) {
        if case .form? = navigator.top { openCamera(for: .photo(side)) }
    }

    // MARK: - Files

    private func chooseFile(for purpose: PicturePurpose, insteadOf camera: CameraModel? = nil) {
        let model = PhotoChoiceModel(for: purpose, context: context)
        if camera == nil {
            navigator.push(.photoChoice(model))
        } else {
            navigator.replaceTop(with: .photoChoice(model))
        }
        context.activities.run("Reading the folder") { [last = context.viewState.state.photoFolder] in
            await model.opened(in: last)
        }
    }

    /// Goes into a folder, or goes on with a picture, by a path as it was typed.
    public func choose(_ path: String, in model: PhotoChoiceModel) {
        context.activities.run("Reading \(path)", on: model) { () -> PhotoCropModel? in
            if await model.isFolder(path) {
                await model.show(path)
                return nil
            }
            guard case .photo(let side) = model.purpose else {
                scans.readFile(path)
                return nil
            }
            guard let read = await model.read(path) else { return nil }
            let crop = PhotoCropModel(side: side, original: read.bytes, image: read.image)
            crop.folder = read.folder
            return crop
        } then: {
            navigator.push(.crop($0))
        }
    }

    /// The folder around the one that is shown.
    public func goUp(in model: PhotoChoiceModel) {
        guard let parent = model.parent else { return }
        choose(parent, in: model)
    }

    // MARK: - The camera

    private func openCamera(for purpose: PicturePurpose) {
        navigator.push(
            .camera(CameraModel(for: purpose, context: context) { scans.receive($0, seenBy: $1) }))
    }

    /// Captures the picture that is shown, with all its pixels, and goes on to its outline.
    public func capture(_ model: CameraModel) {
        guard let bytes = model.newest, case .photo(let side) = model.purpose else { return }
        let crop = model.crop
        context.activities.run("Taking the picture", on: model) {
            await photos.makeCrop(of: bytes, for: side, start: crop)
        } then: {
            navigator.push(.crop($0))
        }
    }

    /// Lets a picture be chosen instead of taken.
    public func chooseInstead(of model: CameraModel) {
        if navigator.isOnTop(model) { chooseFile(for: model.purpose, insteadOf: model) }
    }

    // MARK: - Barcodes

    /// Looks for codes there, or lets a file be chosen or a code be held before the camera.
    public func readBarcode(from source: BarcodeSource) {
        switch source {
        case .photo(let side): scans.readPhoto(side)
        case .file: chooseFile(for: .barcode)
        case .camera: openCamera(for: .barcode)
        }
    }
}
