public import Cards

/// Keeps how the list is looked at in a file of the state folder, replaced whole: of several programs the last to write wins.
///
/// It is an actor so that one program's own writes do not overtake each other.
public actor ViewStateFile: ViewStateKeeping {
    /// A larger file is none of ours.
    private static let maximumBytes = 64 << 10

    private let path: String
    private let tell: @Sendable (FileError) -> Void

    /// `tell` hears of what could not be kept.
    public init(path: String, tell: @escaping @Sendable (FileError) -> Void = { _ in }) {
        (self.path, self.tell) = (path, tell)
    }

    public nonisolated func load() -> ViewState {
        guard let bytes = try? FileReading.bytes(ofFile: path, limit: Self.maximumBytes),
            let json = try? JSONParser.parse(bytes)
        else { return ViewState() }
        return ViewState(json: json)
    }

    public func keep(_ state: ViewState) {
        do {
            if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) { try Folder.make(String(path[..<slash])) }
            try AtomicFile.write(JSONWriter.bytes(of: state.json), to: path)
        } catch {
            tell(error)
        }
    }
}
