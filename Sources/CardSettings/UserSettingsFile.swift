internal import Basics
public import Cards
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The settings file on the disk.
public struct UserSettingsFile: SettingsFile {
    public let path: String

    /// When this program began, in seconds since 1970.
    private let start = Self.seconds { clock_gettime(CLOCK_REALTIME, &$0) }

    public init(path: String) { self.path = path }

    private static func seconds(_ read: (inout timespec) -> Void) -> Double {
        var time = timespec()
        read(&time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// All that a file had that an older version of this program made.
    private static let oldHint = "# Settings of cards-tui, lines like `mouse: off`; the manual page lists them.\n"

    @concurrent public func make() async throws {
        try PipedSettings.check(path)
        try Folder.make(ofFile: path)
        do {
            let bytes = try FileReading.bytes(ofFile: path, limit: Config.maximumBytes)
            if bytes == Array(Self.oldHint.utf8) { try AtomicFile.write(Array(Config.template.utf8), to: path) }
        } catch  where error.kind == .missing {
            try AtomicFile.write(Array(Config.template.utf8), to: path)
        } catch {
            // The editor shows what there is.
        }
    }

    private var slash: String.Index? { path.utf8.lastIndex(of: UInt8(ascii: "/")) }
    private var folder: String { AtomicFile.folder(of: path) }

    /// The folder is made if there is none: the file may be written there later.
    @concurrent public func changes() async -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // The file may be a link to one among other settings.
        let file = PathText.resolved(path).map { UserSettingsFile(path: $0) } ?? self
        let name = file.slash.map { String(file.path[file.path.index(after: $0)...]) } ?? path
        guard !FileReading.isPipe(path), (try? Folder.make(folder)) != nil,
            let watcher = FileWatcher(
                [name], in: file.folder, queue: DispatchQueue(label: "settings"), handler: { continuation.yield() })
        else {
            continuation.finish()
            return stream
        }
        // What was written before the folder was watched is no event. The times of files have steps of a few milliseconds.
        var status = stat()
        if stat(PathText.cString(file.path), &status) == 0, Self.seconds({ $0 = status.st_mtim }) > start - 0.02 {
            continuation.yield()
        }
        let watching = Mutex<FileWatcher?>(watcher)
        continuation.onTermination = { _ in watching.withLock { $0 = nil } }
        return stream
    }
}
