import Foundation
import TestSupport

/// A folder of a vault whose disk loses files, or parts of them, and that somebody puts back to what it was before. The header stays.
struct DamagedFolder {
    private let path: String
    private var generator: SeededGenerator
    /// The files that were there some time ago.
    private var before: Set<String> = []

    init(_ path: String, seed: UInt64) { (self.path, generator) = (path, SeededGenerator(seed: seed &+ 1)) }

    private var files: [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter { !$0.hasSuffix("vault.json") && isFile($0) }.sorted()
    }

    private func isFile(_ name: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder) && !isFolder.boolValue
    }

    mutating func strike() throws {
        let files = files
        guard let file = files.randomElement(using: &generator) else { return }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: before = Set(files)
        case 1:
            for file in files where !before.contains(file) { try remove(file) }
        case 2: try remove(file)
        case 3: try keep(0, of: file)
        case 4: try keep(0.5, of: file)
        default: break
        }
    }

    private func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: path + "/" + file) }

    private func keep(_ part: Double, of file: String) throws {
        let place = URL(fileURLWithPath: path + "/" + file)
        let bytes = try Data(contentsOf: place)
        try bytes.prefix(Int(Double(bytes.count) * part)).write(to: place)
    }
}
