internal import Cards

extension HTTPResponse {
    private static let maximumReasonBytes = 16 << 10
    private static let maximumReasonCharacters = 200

    /// The backend's reason for refusing a request, on one line: a short text, or the value of a common key in a JSON
    /// object. Nil if there is none; web pages are ignored. Throws ``HTTPFailure``.
    var reason: String? {
        get async throws {
            let kind = head["Content-Type"]?.lowercased() ?? ""
            guard kind.hasPrefix("text/plain") || kind.hasPrefix("application/json") else { return nil }
            var bytes: [UInt8] = []
            while bytes.count < Self.maximumReasonBytes, let chunk = try await nextChunk() { bytes += chunk }
            let text = kind.hasPrefix("text/plain") ? String(validating: bytes, as: UTF8.self) : Self.message(in: bytes)
            let line = (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !line.isEmpty else { return nil }
            return line.count <= Self.maximumReasonCharacters
                ? line : line.prefix(Self.maximumReasonCharacters) + "…"
        }
    }

    private static func message(in bytes: [UInt8]) -> String? {
        guard let json = try? JSONParser.parse(bytes, maximumValues: 1000) else { return nil }
        return json.string
            ?? ["error", "message", "detail", "reason", "title"].lazy.compactMap { json[$0]?.string }.first
    }
}
