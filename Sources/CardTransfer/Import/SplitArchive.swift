internal import Basics
internal import Cards

/// The names of a ZIP archive in several files: cut into pieces, as by `split` and 7-Zip (`cards.zip.001`, `.002`), or on several disks, as
/// by `zip` (`cards.z01`, `.z02`, `cards.zip`).
public enum SplitArchive {
    /// More are not open at a time.
    private static let maximumParts = 200

    /// A part by the name of its file.
    private struct Part: Hashable {
        /// The path without what numbers it.
        let stem: String
        let isDisk: Bool
        /// That of the last disk is the largest.
        let number: Int

        init?(_ path: String) {
            guard let dot = path.lastIndex(of: ".") else { return nil }
            let ending = path[dot...].dropFirst().lowercased()
            let digits = ending.drop { $0 == "z" }
            stem = String(path[..<dot])
            isDisk = ending.hasPrefix("z")
            if ending == "zip" {
                number = .max
            } else {
                guard ending.utf8.count == 3, digits.utf8.count == (isDisk ? 2 : 3), digits.utf8.allSatisfy(\.isDigit),
                    let value = Int(digits), value > 0, isDisk || stem.lowercased().hasSuffix(".zip")
                else { return nil }
                number = value
            }
        }
    }

    public static func isPart(_ path: String) -> Bool { Part(path).map { $0.number < .max } ?? false }

    /// The paths of all parts of the archive of which this file is one, in their order; the path alone where there are no others.
    public static func paths(besides path: String, isThere: (String) -> Bool) -> [String] {
        guard let part = Part(path) else { return [path] }
        let isCapital = part.isDisk && path.dropFirst(part.stem.count + 1).first == "Z"
        var paths: [String] = []
        while paths.count < maximumParts {
            let digits = String(paths.count + 1)
            let zeros = String(repeating: "0", count: max(0, (part.isDisk ? 2 : 3) - digits.count))
            let next = part.stem + (part.isDisk ? isCapital ? ".Z" : ".z" : ".") + zeros + digits
            guard next == path || isThere(next) else { break }
            paths.append(next)
        }
        let last = part.stem + (isCapital ? ".ZIP" : ".zip")
        if part.isDisk, !paths.isEmpty, last == path || isThere(last) { paths.append(last) }
        return paths.count > 1 && paths.contains(path) ? paths : [path]
    }

    /// The same files, with the parts of an archive as one, at the place of its first.
    public static func joining(_ inputs: [ImportInput]) -> [ImportInput] {
        let parts = inputs.map { Part($0.name) }
        let numbers = Dictionary(grouping: parts.compactMap { $0 }, by: \.stem).filter { $0.value.count > 1 }
        var joined: Set<String> = []
        return inputs.indices.compactMap { index in
            guard let part = parts[index], let all = numbers[part.stem], all.count <= maximumParts + 1,
                all.allSatisfy({ $0.isDisk == part.isDisk })
            else { return inputs[index] }
            guard joined.insert(part.stem).inserted else { return nil }
            let files = inputs.indices.filter { parts[$0]?.stem == part.stem }.sorted {
                (parts[$0]?.number ?? 0) < (parts[$1]?.number ?? 0)
            }.map { inputs[$0] }
            return ImportInput(name: part.stem + (part.isDisk ? ".zip" : "")) {
                try JoinedFile.joining(try files.map { try $0.open() }, areDisks: part.isDisk)
            }
        }
    }
}
