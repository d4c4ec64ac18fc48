import Cards

/// The photos of a form.
extension NewPhoto {
    /// Away from the main actor, since it hashes the bytes; with the main colour of the photo.
    static func named(
        _ photo: [UInt8], _ original: [UInt8], _ crop: PhotoCrop, by decoder: any PhotoDecoder
    ) async -> NewPhoto {
        let color = await decoder.mainColor(of: photo)
        return await Task.detached { NewPhoto(photo, from: original, crop, mainColor: color) }.value
    }
}
