import Cards

/// The pictures beside front and back.
extension CardFormModel {
    /// Adds a picture as the last line of its field. Throws ``PhotoError`` if it is too large for a card.
    func addPicture(_ photo: NewPhoto) throws(PhotoError) {
        try photo.checkSize()
        pictureProblem = nil
        draft.addPicture(photo.bytes, hash: photo.hash)
        keep()
    }

    /// Whether the card has neither a number nor a barcode.
    var lacksCode: Bool { draft.card.number.isEmpty && draft.card.barcode == nil }

    /// Reads the files that the lines name, one after another, and puts their pictures in their places; false if one failed.
    func readPictureFiles() async -> Bool {
        pictureProblem = nil
        for file in draft.pictureFiles {
            do {
                let photo = try await services.wholePicture(at: file.path)
                try photo.checkSize()
                draft.setPicture(photo.bytes, hash: photo.hash, of: file)
                keep()
            } catch {
                if error is CancellationError { return false }
                pictureProblem = "\(file.path.lastPathPart): \(error.message)"
                return false
            }
        }
        return true
    }
}

extension AppServices {
    /// A picture of a card made of a whole file.
    func wholePicture(at path: String) async throws -> NewPhoto {
        let original = try await files.read(path, limit: PhotoChoiceModel.maximumBytes)
        let picture = try await photos.attachment(of: original)
        return await NewPhoto.named(picture, original, .everything, by: photos)
    }
}
