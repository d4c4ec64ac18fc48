import CardCodes
import CardCommands
import CardNetwork
import CardPhotos
import CardScreens
import CardSettings
import CardStorage
import Cards
import Curses
import Glibc
import Terminal

extension CommandTools {
    /// The tools of the program.
    static var program: CommandTools {
        CommandTools(
            readBarcodes: { try await HelperBarcodeReader().barcodes(in: $0) }, barcodeFile: barcodeFile,
            cutPhoto: picture, mainColor: { await HelperPhotoDecoder().mainColor(of: $0) },
            restoreStore: { copy, path in try SQLiteCardStore.restore(copy, to: path) },
            eraseInCopy: { content, copy, store in try SQLiteCardStore.erase(content, inCopy: copy, of: store) },
            readStore: { try StoreCardSource($0) },
            keyMap: keyMap,
            backend: { address in (try? BackendURL(address))?.backend },
            sharing: { store, settings, log in
                (store as? SQLiteCardStore).map { Composition.sharing($0, settings, log) }
            }, fetching: { file in WebFiles { file } },
            passes: { config in
                PassDownload(
                    certificateFile: config.backend.certificateFile, allowsLocal: config.passes.allowsLocal)
            },
            page: { await Pager().show($0, rows: CursesTerminal.size.rows) }, timer: QueueClock(), features: features
        )
    }

    /// Larger photos are not decoded.
    private static let largestPhoto = PixelSize(width: 30_000, height: 30_000)

    /// Enough to see whether it can be decoded.
    private static let smallPhoto = PixelSize(width: 64, height: 64)

    /// A card's picture of a photo.
    static func picture(of bytes: [UInt8], _ part: PhotoPart) async throws -> [UInt8] {
        let decoder = HelperPhotoDecoder()
        if part == .attachment, PhotoFileName.isDocument(bytes) { return try await decoder.attachment(of: bytes) }
        let isRectangle = if case .rectangle = part { true } else { false }
        let image = try await decoder.decode(bytes, fitting: isRectangle ? largestPhoto : smallPhoto)
        // A command has no screen on which the missing part would be seen.
        if image.isDamaged { throw PhotoError.decoderFailed("its data is damaged") }
        switch part {
        case .whole, .attachment: return try await decoder.crop(bytes, to: .everything)
        case .icon: return try await decoder.crop(bytes, to: .everything(for: .icon))
        case .card:
            return try await decoder.cardPicture(of: bytes)
        case .rectangle(let left, let top, let width, let height):
            guard let part = PhotoCrop.Part(left: left, top: top, width: width, height: height, of: image.size) else {
                throw NoPart(size: image.size)
            }
            return try await decoder.crop(bytes, to: PhotoCrop(part))
        }
    }

    private static func barcodeFile(
        _ content: BarcodeContent, _ form: BarcodeFileForm, _ isInverted: Bool
    ) async throws -> [UInt8] {
        guard let symbol = try ZintDrawing().symbols(for: content).first else { throw NoPicture.shape }
        switch form {
        case .png:
            guard let bytes = BarcodeFile.png(symbol, isInverted: isInverted) else { throw NoPicture.library }
            return bytes
        case .svg:
            guard let text = BarcodeFile.svg(symbol, isInverted: isInverted) else { throw NoPicture.shape }
            return Array(text.utf8)
        }
    }

    private static func keyMap(
        _ settings: [Config.KeySetting], _ path: String
    ) -> (sections: [KeySection], problems: [ConfigProblem]) {
        let (map, problems) = KeyMap.resolve(settings, actions: KeyReference.commandKeys, path: path)
        let sections = KeyReference.sections.map { section in
            KeySection(
                title: section.title,
                keys: section.entries.map { entry in
                    let keys = map.keys[entry.name] ?? entry.keys
                    return (action: entry.name, keys: keys.map(\.name).joined(separator: " "), title: entry.title)
                })
        }
        return (sections, problems)
    }

    // MARK: - Features

    private static func features() async -> [ProgramFeature] {
        let drawing = try? BarcodeContent("1", as: .qrCode)
        let drawsBarcodes = drawing.map { (try? ZintDrawing().symbols(for: $0)) != nil } ?? false
        return [
            ProgramFeature("cards", provider: "SQLite \(SQLiteCardStore.libraryVersion)", isFound: true),
            library("backend", ["libcurl.so.4", "libcurl-gnutls.so.4"]), library("compressed lists", ["libz.so.1"]),
            library("photos", ["libgdk_pixbuf-2.0.so.0"]), library("photos as symbols", ["libchafa.so.0"]),
            library("photos as pixels, barcodes in files", ["libpng16.so.16"]),
            library("sharing over PostgreSQL", ["libpq.so.5"]),
            library("sharing over WebDAV, workbooks", ["libexpat.so.1"]),
            library("sharing, encrypted", ["libsodium.so.23"]),
            library("ZIP archives", ["libzip.so.5", "libzip.so.4"]),
            ProgramFeature("drawing barcodes", provider: "libzint", isFound: drawsBarcodes),
            library("reading barcodes", ["libZXing.so.3", "libZXing.so.2"]), executable("barcodes in PDFs", "pdftoppm"),
            executable("camera", "ffmpeg"),
        ]
    }

    /// - Parameter names: the first of them that can be opened is shown; for none the first.
    private static func library(_ feature: String, _ names: [String]) -> ProgramFeature {
        let found = names.first { name in
            guard let handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { return false }
            dlclose(handle)
            return true
        }
        return ProgramFeature(feature, provider: found ?? names[0], isFound: found != nil)
    }

    /// Searched as when it is started: in the absolute folders of `PATH`.
    private static func executable(_ feature: String, _ name: String) -> ProgramFeature {
        let folders = (Paths.processEnvironment("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        return ProgramFeature(
            feature, provider: name, isFound: folders.contains { access("\($0)/\(name)", X_OK) == 0 })
    }
}

/// The rectangle is not on the photo.
private struct NoPart: UserFacingError {
    let size: PixelSize
    var userMessage: String { "The crop area lies outside the photo, which has \(size.width) x \(size.height) pixels." }
}

/// Why a barcode cannot be written as a picture.
private enum NoPicture: UserFacingError {
    case library, shape

    var userMessage: String {
        switch self {
        case .library: "Pictures in PNG need the library libpng16, which is not installed. SVG needs none."
        case .shape: "This barcode cannot be drawn."
        }
    }
}
