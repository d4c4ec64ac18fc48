internal import Basics
public import Cards
internal import Glibc

/// Why a file could not be read or written. It names the file and never contains its content.
public struct FileError: UserFacingError, Equatable {
    public enum Action: Hashable, Sendable { case read, write }

    public enum Kind: Equatable, Sendable {
        case missing
        case notAllowed
        case isFolder
        /// A pipe, a device or a socket where a regular file is needed.
        case notAFile
        case tooLarge(limit: Int)
        /// One of the program's own files, which would be overwritten; the text says which.
        case isOwn(String)
        case diskFull
        /// Anything else, by its errno.
        case other(Int32)
    }

    public let path: String
    public let action: Action
    public let kind: Kind

    public init(path: String, action: Action, kind: Kind) {
        self.path = path
        self.action = action
        self.kind = kind
    }

    public init(path: String, action: Action, errno code: Int32) {
        let kind: Kind =
            switch code {
            case ENOENT, ENOTDIR: .missing
            case EACCES, EPERM, EROFS: .notAllowed
            case EISDIR: .isFolder
            case ENOSPC, EDQUOT: .diskFull
            default: .other(code)
            }
        self.init(path: path, action: action, kind: kind)
    }

    public var userMessage: String {
        "\(path.isEmpty ? "\"\"" : path) cannot be \(action == .read ? "read" : "written"): \(reason)."
    }

    /// The reason as part of a sentence.
    public var reason: String {
        switch kind {
        case .missing: action == .read ? "there is no such file" : "there is no such folder"
        case .notAllowed: "permission denied"
        case .isFolder: "it is a folder"
        case .notAFile: "it is not a regular file"
        case .tooLarge(let limit): "it is larger than \(limit.byteText)"
        case .isOwn(let reason): "\(reason). Choose another file"
        case .diskFull: "the disk is full"
        case .other(let code): SystemErrorText.reason(for: code)
        }
    }
}

/// The system's text for an errno.
enum SystemErrorText {
    static func reason(for code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
