internal import CZip
public import Cards

/// Why a ZIP archive, or an entry of it, cannot be read or written.
public enum ZipError: UserFacingError, Equatable {
    /// libzip, or zlib, is not installed.
    case noLibrary
    case notZip
    case truncated
    /// The entry's data do not match its checksum, or cannot be unpacked.
    case damaged(entry: String)
    case unsafeName(String)
    /// A symbolic link or a device.
    case notAFile(String)
    case duplicate(String)
    case tooManyEntries(limit: Int)
    case entryTooLarge(String, limit: Int)
    case allTooLarge(limit: Int)
    case ratio(String)
    /// A compression or an encryption that libzip does not know.
    case unknownMethod(String)
    case needsPassword
    case wrongPassword
    case outOfMemory

    public var userMessage: String {
        switch self {
        case .noLibrary: "ZIP archives need libzip and zlib, which are not installed."
        case .notZip: "This is not a ZIP archive."
        case .truncated: "The ZIP archive is damaged: its end is missing."
        case .damaged(let entry): "The ZIP archive is damaged: \(entry) cannot be unpacked."
        case .unsafeName(let name): "The ZIP archive has an entry whose path leads out of the archive: \(name)."
        case .notAFile(let name): "The ZIP archive has an entry that is not a file: \(name)."
        case .duplicate(let name): "The ZIP archive has two entries with the name \(name)."
        case .tooManyEntries(let limit): "The ZIP archive has more than \(limit) entries."
        case .entryTooLarge(let name, let limit): "\(name) in the ZIP archive is larger than \(limit >> 20) MB."
        case .allTooLarge(let limit): "The ZIP archive unpacks to more than \(limit >> 30) GB."
        case .ratio(let name): "\(name) in the ZIP archive unpacks to far more than a file of cards can."
        case .unknownMethod(let name): "\(name) in the ZIP archive uses a compression that libzip cannot unpack."
        case .needsPassword: "The ZIP archive is encrypted and needs a password."
        case .wrongPassword: "The password of the ZIP archive is wrong."
        case .outOfMemory: "There is not enough memory for the ZIP archive."
        }
    }

    /// - Parameter code: of libzip.
    init(_ code: Int32, entry: String, isZipCrypto: Bool = false) {
        switch Int(code) {
        case CZIP_ER_NO_LIBRARY: self = .noLibrary
        case CZIP_ER_NOT_ZIP, CZIP_ER_INCONSISTENT: self = .truncated
        case CZIP_ER_MEMORY: self = .outOfMemory
        case CZIP_ER_METHOD, CZIP_ER_ENCRYPTION: self = .unknownMethod(entry)
        case CZIP_ER_NO_PASSWORD: self = .needsPassword
        case CZIP_ER_WRONG_PASSWORD: self = .wrongPassword
        // ZipCrypto checks one byte only: one of 256 wrong passwords unpacks noise.
        case CZIP_ER_CRC, CZIP_ER_ZLIB: self = isZipCrypto ? .wrongPassword : .damaged(entry: entry)
        default: self = .damaged(entry: entry)
        }
    }
}

/// The limits of an archive that is read. A file of cards stays far below them; an archive that was made to fill memory or a disk
/// does not.
public struct ZipLimits: Equatable, Sendable {
    public var entries = 200_000
    /// Of the list of all entries, which is read as a whole.
    public var directoryBytes = 64 << 20
    /// Of one entry that is unpacked.
    public var entryBytes = 256 << 20
    /// Of all entries together.
    public var bytes = 8 << 30
    /// How many times its packed size an entry of more than ``ratioBytes`` may have.
    public var ratio = 200
    public var ratioBytes = 32 << 20

    public init() {}

    public static let usual = ZipLimits()
}
