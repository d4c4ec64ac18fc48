internal import Cards

/// What of a folder is imported; the command line and the screen share it. It reads nothing.
public enum ImportFolder {
    /// The paths of its pictures and documents, in the order of their names. Hidden files are left out.
    /// - Parameters:
    ///   - names: of the files in the folder.
    ///   - path: of the folder.
    public static func files(named names: [String], in path: String) throws(TransferError) -> [String] {
        let pictures = names.filter {
            !$0.hasPrefix(".") && (PhotoFileName.isPicture($0) || PhotoFileName.isDocument($0))
        }
        if pictures.isEmpty { throw .noPictures(folder: path) }
        return pictures.sorted().map { (path.hasSuffix("/") ? path : path + "/") + $0 }
    }
}
