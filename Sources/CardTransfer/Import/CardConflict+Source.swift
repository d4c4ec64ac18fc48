public import Cards

extension CardConflict {
    /// Where their values are from: `cards.example:8000`, `a file (Catima)`.
    public var source: String {
        if isFromThisDevice { return "this device" }
        if backend.device != nil { return deviceName.flatMap { $0.isEmpty ? nil : $0 } ?? "another device" }
        guard let program = backend.program else { return backend.host }
        return "a file (\(FileFormat(rawValue: program)?.label ?? program))"
    }
}
