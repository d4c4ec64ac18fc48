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

    /// Reads the files that the lines name, one after another, and puts their pictures in their places; false if one failed.
    func readPictureFiles() async -> Bool {
        pictureProblem = nil
        for file in draft.pictureFiles {
            do {
                let photo = try await services.wholePicture(at: file.path)
                try await services.checkRoom(for: photo, in: draft)
                draft.setPicture(photo.bytes, hash: photo.hash, of: file)
                keep()
            } catch {
                if !(error is CancellationError) { pictureProblem = "\(file.path.lastPathPart): \(error.message)" }
                return false
            }
        }
        return true
    }
}

extension AppServices {
    /// A picture of a card made of a whole file.
    func wholePicture(at path: String) async throws -> NewPhoto {
        let original = try await files.read(path, limit: FilePickerModel.maximumBytes)
        let picture = try await photos.attachment(of: original)
        return await NewPhoto.named(picture, original, .everything, by: photos)
    }

    /// Throws ``PhotoError`` where a picture is too large for the card in the form, or all of them would be.
    func checkRoom(for photo: NewPhoto, in draft: CardDraft) async throws {
        try photo.checkSize()
        var card = draft.card
        card.pictures.append(FurtherPicture(label: "", hash: photo.hash))
        try await store.checkSize(of: card, adding: draft.photos.merging([photo.hash: photo.bytes]) { $1 })
    }
}
