public import Cards

extension ConflictSide {
    /// What people call the side, also where they choose it: `laptop`, `cards.example:8000`, `a file (Catima)`.
    public var name: String {
        let name =
            switch source {
            case .here(let name): name ?? "this device"
            case .device(let name): name
            case .backend(let backend):
                backend.program.map { "a file (\(FileFormat(rawValue: $0)?.label ?? $0))" } ?? backend.host
            }
        return number == 1 ? name : "\(name)#\(number)"
    }
}

extension CardConflict {
    /// The names of the sides other than this device, each once.
    public var otherNames: [String] {
        var names: [String] = []
        for field in fields.inReadingOrder {
            for side in sides[field] ?? [] where !side.isMine && !names.contains(side.name) { names.append(side.name) }
        }
        return names
    }
}
