public import Cards

/// The settings file on the disk.
public struct UserSettingsFile: SettingsFile {
    public let path: String

    public init(path: String) { self.path = path }

    private static let hint = "# Settings of cards-tui, lines like `mouse: off`; the manual page lists them.\n"

    @concurrent public func make() async throws {
        try PipedSettings.check(path)
        if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex {
            try Folder.make(String(path[..<slash]))
        }
        do {
            _ = try FileReading.bytes(ofFile: path, limit: Config.maximumBytes)
        } catch  where error.kind == .missing {
            try AtomicFile.write(Array(Self.hint.utf8), to: path)
        } catch {
            // The editor shows what there is.
        }
    }
}
