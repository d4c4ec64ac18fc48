import Basics
import CardViewModels

/// How many files and folders the file picker lists, in words. The row of the parent folder is not counted.
struct PhotoCount {
    let purpose: PicturePurpose
    let files: Int
    let folders: Int

    init(_ rows: [PhotoChoiceModel.Row], for purpose: PicturePurpose) {
        self.purpose = purpose
        files = rows.count(where: \.isFile)
        folders = rows.count { $0.kind == .folder }
    }

    /// "4 pictures, 2 folders", and shorter texts; empty if there is nothing to count.
    var texts: [String] {
        let counted = files == 0 ? [] : [files.counted(isOfPictures ? "picture" : "file")]
        let all = folders == 0 ? counted : counted + [folders.counted("folder")]
        return [all.joined(separator: ", ")] + counted + (files == 0 ? [] : ["\(files)"])
    }

    /// "No pictures here, 3 folders."; nil if there are files.
    var absence: String? {
        guard files == 0 else { return nil }
        let wanted =
            switch purpose {
            case .photo, .picture: "pictures"
            case .barcode: "pictures or PDFs"
            case .importCards: "files of cards"
            }
        return "No \(wanted) here" + (folders == 0 ? "." : ", \(folders.counted("folder")).")
    }

    private var isOfPictures: Bool {
        switch purpose {
        case .photo, .picture: true
        case .barcode, .importCards: false
        }
    }
}
