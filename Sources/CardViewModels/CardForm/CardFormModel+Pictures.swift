import Cards

/// The pictures beside front and back.
extension CardFormModel {
    /// Adds a picture as the last line of its field. Throws ``PhotoError`` if it is too large for a card.
    func addPicture(_ photo: NewPhoto) throws(PhotoError) {
        try Self.checkSize(photo)
        pictureProblem = nil
        draft.addPicture(photo.bytes, hash: photo.hash)
        keep()
    }

    /// Whether a line names a file that was not read yet.
    public var hasPictureFiles: Bool { !draft.pictureFiles.isEmpty }

    /// Reads the files that the lines name, one after another, and puts their pictures in their places; false if one failed.
    func readPictureFiles() async -> Bool {
        pictureProblem = nil
        for file in draft.pictureFiles {
            do {
                let original = try await services.files.read(file.path, limit: PhotoChoiceModel.maximumBytes)
                let picture = try await services.photos.crop(original, to: .everything)
                let photo = await Self.named(picture, original, .everything)
                try Self.checkSize(photo)
                draft.setPicture(photo.bytes, hash: photo.hash, of: file)
                keep()
            } catch is CancellationError {
                return false
            } catch {
                pictureProblem = "\(file.path.lastPathPart): \(error.message)"
                return false
            }
        }
        return true
    }
}
