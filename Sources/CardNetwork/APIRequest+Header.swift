internal import Basics
internal import Cards

extension APIRequest {
    /// A request header. One that could end the header or become another is rejected when the request is sent.
    package struct Header: Hashable, Sendable {
        let name: String
        let value: String

        package init(name: String, value: String) { (self.name, self.value) = (name, value) }

        static let acceptJSON = Header(name: "Accept", value: "application/json")
        static let jsonContent = Header(name: "Content-Type", value: "application/json")

        /// Headers that the client or libcurl write. A second one would contradict theirs, or redirect the request.
        private static let reserved: Set = [
            "authorization", "connection", "content-length", "expect", "host", "proxy-authorization", "te", "trailer",
            "transfer-encoding", "upgrade",
        ]

        var isSafe: Bool {
            !name.isEmpty && name.utf8.allSatisfy(Self.isInToken) && !Self.reserved.contains(name.lowercased())
                && Self.canSend(value)
        }

        /// Whether a text may be a header's value: no line end, no control character but the tab.
        static func canSend(_ value: some StringProtocol) -> Bool {
            value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
        }

        /// The characters of a token (RFC 9110, 5.6.2).
        private static func isInToken(_ byte: UInt8) -> Bool {
            byte.isLetter || byte.isDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Makes the request conditional: the list is sent only if it has changed (RFC 9110, 13.1).
    mutating func ask(unless validators: ListValidators) {
        if let tag = validators.entityTag {
            headers.append(Header(name: "If-None-Match", value: tag))
        } else if let date = validators.lastModified {
            headers.append(Header(name: "If-Modified-Since", value: date))
        }
    }
}
