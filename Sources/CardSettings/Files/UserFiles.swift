public import Cards
internal import Glibc

/// The user's own files as typed paths name them: `~` is the home folder, relative paths count from where the program was started.
public struct UserFiles: LocalFiles {
    /// So many completions are offered at most.
    private static let maximumCompletions = 100

    private let environment: Environment

    public init(environment: @escaping Environment = Paths.processEnvironment) { self.environment = environment }

    public func read(_ path: String, limit: Int) async throws -> [UInt8] {
        try FileReading.bytes(ofFile: expanded(path), limit: limit)
    }

    public func pieces(of path: String, limit: Int) async throws -> BytePieces {
        let pieces = try FilePieces(ofFile: expanded(path), limit: limit)
        return { try pieces.next() }
    }

    public func write(_ path: String, pieces next: @Sendable () async throws -> [UInt8]?) async throws {
        var file = try AtomicFile(replacing: expanded(path))
        while let piece = try await next() { try file.write(piece) }
        try file.commit()
    }

    public func completions(of path: String) async -> [String] {
        if path == "~" { return ["~/"] }
        // The folder keeps the form in which it was typed.
        let slash = path.lastIndex(of: "/")
        let typedFolder = slash.map { String(path[...$0]) } ?? ""
        let beginning = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let folder = expanded(typedFolder.isEmpty ? "." : typedFolder)
        let names = names(in: folder).filter { name in
            name.hasPrefix(beginning) && (beginning.hasPrefix(".") || !name.hasPrefix("."))
        }
        return names.sorted().prefix(Self.maximumCompletions).map { name in
            typedFolder + name + (isFolder(folder + "/" + name) ? "/" : "")
        }
    }

    private func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = try? Paths.home(environment) else { return path }
        return home + path.dropFirst()
    }

    private func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
