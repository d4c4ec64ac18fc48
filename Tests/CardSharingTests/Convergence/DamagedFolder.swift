import Cards
import Foundation
import TestSupport

/// A folder of a vault whose disk loses files, or parts of them, and that somebody puts back to what it was before. Of the header only what
/// says that the vault is encrypted is taken away, for a while.
struct DamagedFolder {
    private let path: String
    private var generator: SeededGenerator
    /// The files that were there some time ago.
    private var before: Set<String> = []
    /// The header that somebody changed.
    private var header: (path: String, bytes: Data)?

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
        try restoreHeader()
        let files = files
        guard let file = files.randomElement(using: &generator) else { return }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: before = Set(files)
        case 1:
            for file in files where !before.contains(file) { try remove(file) }
        case 2: try remove(file)
        case 3: try keep(0, of: file)
        case 4: try keep(0.5, of: file)
        case 5: try openHeader()
        default: break
        }
    }

    private mutating func openHeader() throws {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        guard let name = all.first(where: { $0.hasSuffix("vault.json") }) else { return }
        let place = path + "/" + name
        let bytes = try Data(contentsOf: URL(fileURLWithPath: place))
        guard var open = try JSONParser.parse(Array(bytes)).object, open["sealing"] != nil else { return }
        open["sealing"] = nil
        header = (place, bytes)
        try Data(JSONWriter.bytes(of: .object(open))).write(to: URL(fileURLWithPath: place))
    }

    mutating func restoreHeader() throws {
        if let header { try header.bytes.write(to: URL(fileURLWithPath: header.path)) }
        header = nil
    }

    /// Whether the objects of an encrypted vault, as far as they are whole, are all encrypted.
    func isSealed() throws -> Bool {
        try files.allSatisfy { name in
            let beginning = try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)).prefix(8)
            return beginning.count < 8 || beginning == Data("CARDSEA1".utf8)
        }
    }

    private func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: path + "/" + file) }

    private func keep(_ part: Double, of file: String) throws {
        let place = URL(fileURLWithPath: path + "/" + file)
        let bytes = try Data(contentsOf: place)
        try bytes.prefix(Int(Double(bytes.count) * part)).write(to: place)
    }
}
