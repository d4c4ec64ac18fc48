/// What is remembered of the automatic backups of a store: which files were written, of which state of the store the last one is, and
/// what failed since. It says nothing about files that others have written.
public struct BackupRecord: Hashable, Sendable {
    public struct File: Hashable, Sendable {
        public let folder: String
        public let name: BackupName
        public let bytes: Int

        public init(folder: String, name: BackupName, bytes: Int) {
            (self.folder, self.name, self.bytes) = (folder, name, bytes)
        }

        /// `212 KB`.
        public var size: String { bytes < 10 << 20 ? "\((bytes + 1023) >> 10) KB" : "\(bytes >> 20) MB" }

        public var path: String { (folder.hasSuffix("/") ? folder : folder + "/") + name.text }
    }

    /// In the order in which they were written.
    public var files: [File] = []
    /// The state of the store that the last file has, as ``StoreBackup/changeMark()`` names it.
    public var changes: String?
    /// Why the last attempt failed; nil if it succeeded.
    public var failure: String?

    public init() {}

    public func files(in folder: String) -> [File] { files.filter { $0.folder == folder } }

    public init?(json: JSON) {
        guard let elements = json["files"]?.array else { return nil }
        for element in elements {
            guard let folder = element["folder"]?.string,
                let name = element["name"]?.string.flatMap({ BackupName($0) }),
                case .number(let digits)? = element["bytes"], let bytes = Int(digits)
            else { continue }
            files.append(File(folder: folder, name: name, bytes: bytes))
        }
        (changes, failure) = (json["changes"]?.string, json["failure"]?.string)
    }

    public var json: JSON {
        let elements = files.map { file -> JSON in
            .object([
                "folder": .string(file.folder), "name": .string(file.name.text), "bytes": .number(String(file.bytes)),
            ])
        }
        return .object([
            "files": .array(elements), "changes": changes.map { JSON.string($0) } ?? .null,
            "failure": failure.map { JSON.string($0) } ?? .null,
        ])
    }
}
