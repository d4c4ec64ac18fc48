extension TestBackend {
    /// One received request.
    public struct Request: Sendable {
        public let method: String
        public let path: String
        /// Names in lower case.
        public let headers: [String: String]
        public let body: [UInt8]

        public var line: String { "\(method) \(path)" }
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// A response of the backend, valid or not.
    public struct Answer: Sendable {
        public enum Piece: Sendable {
            case bytes([UInt8])
            case text(String)
            /// The same bytes repeatedly, without holding them all.
            case repeated([UInt8], times: Int)
            /// The same bytes repeatedly with this pause, until the peer closes the connection or ``TestBackend/release()``.
            case drip([UInt8], milliseconds: Int)
            /// Sends nothing for this time.
            case pause(milliseconds: Int)
            /// Sends nothing until ``TestBackend/release()``.
            case hang
        }

        public enum Framing: Sendable {
            /// With Content-Length; nil for the correct one.
            case length(Int? = nil)
            case chunked
            /// The body ends when the connection is closed.
            case untilClose
        }

        public var status: Int
        public var headers: [String: String]
        public var framing: Framing
        public var pieces: [Piece]
        /// Closes the connection after the last chunk, whatever the framing says.
        public var closes = false
        /// Whether closing resets the connection, as when the server is killed.
        public var resets = false
        /// Sent instead of a status line and headers.
        public var head: String?

        public init(
            status: Int = 200, headers: [String: String] = ["Content-Type": "application/json"],
            framing: Framing = .length(), _ pieces: [Piece] = [], closes: Bool = false, resets: Bool = false,
            head: String? = nil
        ) {
            self.status = status
            self.headers = headers
            self.framing = framing
            self.pieces = pieces
            self.closes = closes || resets
            self.resets = resets
            self.head = head
        }

        public static func json(_ text: String) -> Answer { Answer([.text(text)]) }

        public static func html(_ status: Int = 200, _ text: String = "<!DOCTYPE html><p>Hello</p>") -> Answer {
            Answer(status: status, headers: ["Content-Type": "text/html;charset=utf-8"], [.text(text)])
        }

        public static func status(_ status: Int) -> Answer { Answer(status: status, [.text("no")]) }

        /// Closes the connection without a response.
        public static let close = Answer(closes: true, head: "")
        /// Accepts the request and sends nothing until ``TestBackend/release()``.
        public static let hang = Answer([.hang])

        public var bodyBytes: Int {
            pieces.reduce(0) { sum, piece in
                switch piece {
                case .bytes(let bytes): sum + bytes.count
                case .text(let text): sum + text.utf8.count
                case .repeated(let bytes, let times): sum + bytes.count * times
                case .hang, .drip, .pause: sum
                }
            }
        }
    }
}
