/// Reads the requests of one connection in sequence.
struct RequestReader {
    private let connection: Int32
    private var buffer: [UInt8] = []

    init(_ connection: Int32) { self.connection = connection }

    /// Nil at the end of the connection, or if the data is not HTTP.
    mutating func next() -> TestBackend.Request? {
        guard let head = read(through: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let parts = lines.first?.split(separator: " ") ?? []
        guard parts.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        guard let body = read(count: headers["content-length"].flatMap { Int($0) } ?? 0) else { return nil }
        return TestBackend.Request(method: String(parts[0]), path: String(parts[1]), headers: headers, body: body)
    }

    private mutating func read(through end: [UInt8]) -> [UInt8]? {
        var searched = 0
        while true {
            while searched + end.count <= buffer.count {
                if buffer[searched..<searched + end.count].elementsEqual(end) {
                    return read(count: searched + end.count)
                }
                searched += 1
            }
            guard fill() else { return nil }
        }
    }

    private mutating func read(count: Int) -> [UInt8]? {
        while buffer.count < count { guard fill() else { return nil } }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private mutating func fill() -> Bool {
        guard let bytes = Socket.receive(connection) else { return false }
        buffer += bytes
        return true
    }
}
