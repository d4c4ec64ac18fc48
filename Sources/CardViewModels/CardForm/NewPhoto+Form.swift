import Cards

/// The photos of a form.
extension NewPhoto {
    /// A photo is part of one card's element in a backend's list, whose size is limited.
    private static let maximumBytes = 8 << 20

    func checkSize() throws(PhotoError) {
        guard bytes.count <= Self.maximumBytes else { throw .tooManyBytes(megabytes: Self.maximumBytes >> 20) }
    }

    /// Away from the main actor, since it hashes the bytes.
    static func named(_ photo: [UInt8], _ original: [UInt8], _ crop: PhotoCrop) async -> NewPhoto {
        await Task.detached { NewPhoto(photo, from: original, crop) }.value
    }
}
