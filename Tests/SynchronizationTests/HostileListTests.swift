import CardNetwork
import Cards
import TestSupport
import Testing

/// Complete lists with invalid or malicious content.
@Suite("Hostile lists", .timeLimit(.minutes(5)))
struct HostileListTests {
    /// An element between two valid cards, and the expected result.
    struct Hostile: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let element: [UInt8]
        /// The name of the resulting card; nil if it is rejected with this message.
        var name: String?
        var message = ""

        init(_ description: String, _ element: String, name: String) {
            (testDescription, self.element, self.name) = (description, Array(element.utf8), name)
        }

        init(_ description: String, _ element: [UInt8], rejected message: String) {
            (testDescription, self.element, self.message) = (description, element, message)
        }

        init(_ description: String, _ element: String, rejected message: String) {
            self.init(description, Array(element.utf8), rejected: message)
        }
    }

    private static func id(_ text: String) -> String { #"{"identifier":"\#(text)","name":"Odd"}"# }

    private static let million = "{" + (0..<1_000_000).map { #""k\#($0)":1"# }.joined(separator: ",") + "}"

    private static let elements = [
        Hostile("NaN", #"{"identifier":"o","name":"Odd","balance":NaN}"#, rejected: "not JSON"),
        Hostile("Infinity", #"{"identifier":"o","name":"Odd","x":-Infinity}"#, rejected: "not JSON"),
        Hostile("a key twice", #"{"identifier":"o","name":"First","name":"Last"}"#, name: "Last"),
        Hostile("half a surrogate pair", #"{"identifier":"o","name":"a\ud800b"}"#, name: "a\u{FFFD}b"),
        Hostile(
            "bytes that are no UTF-8", Array(#"{"identifier":"o","name":""#.utf8) + [0xFF] + Array("\"}".utf8),
            rejected: "UTF-8"),
        Hostile(
            "brackets 100,000 deep", String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
            rejected: "too deep"),
        Hostile("a million keys", million, rejected: "too many"),
        Hostile(
            "a name of 10 MB", #"{"identifier":"o","name":"\#(String(repeating: "x", count: 10 << 20))"}"#,
            rejected: "\"name\" is longer than 64 kB"),
        Hostile("a path as identifier", id("../../x"), rejected: "identifier"),
        Hostile("a line end in the identifier", id(#"a\r\nHost: evil"#), rejected: "identifier"),
        Hostile("a space in the identifier", id("a b"), rejected: "identifier"),
        Hostile("no identifier", id(""), rejected: "no identifier"),
        Hostile("an identifier of 129 characters", id(String(repeating: "a", count: 129)), rejected: "identifier"),
        Hostile("an identifier of 128 characters", id(String(repeating: "a", count: 128)), name: "Odd"),
        Hostile(
            "escape sequences", #"{"identifier":"o","name":"\u001b]0;owned\u0007\u001b[2J"}"#,
            name: "\u{1B}]0;owned\u{7}\u{1B}[2J"),
        Hostile("a number", "7", rejected: "not a JSON object"),
        Hostile("a name that is a number", #"{"identifier":"o","name":7}"#, name: "7"),
        Hostile("a name that is a list", #"{"identifier":"o","name":[7]}"#, rejected: "\"name\""),
        Hostile("no name", #"{"identifier":"o"}"#, rejected: "no name"),
        Hostile("a blank name", #"{"identifier":"o","name":" \n"}"#, rejected: "no name"),
        Hostile(
            "a group of 10 MB",
            #"{"identifier":"o","name":"Odd","groups":["\#(String(repeating: "x", count: 10 << 20))"]}"#, name: "Odd"),
    ]

    private func synchronize(_ body: [UInt8], times: Int = 1) async throws -> (status: LoaderStatus, device: Device) {
        let backend = try AnyBackend.start(.myCards)
        defer { backend.server.stop() }
        let folder = try TemporaryFolder()
        let device = try await Device("laptop", in: folder, backend: backend.server.url, kind: .myCards)
        backend.server.setFault { _ in TestBackend.Answer([.bytes(body)]) }
        var status = try await device.synchronize()
        for _ in 1..<times { status = try await device.synchronize() }
        #expect(try device.integrity() == "ok")
        return (status, device)
    }

    @Test("an invalid element between valid ones is skipped", arguments: elements)
    func element(_ hostile: Hostile) async throws {
        let first = Array(#"[{"identifier":"a","name":"Amber"},"#.utf8)
        let last = Array(#",{"identifier":"b","name":"Birch"}]"#.utf8)
        let (status, device) = try await synchronize(first + hostile.element + last)
        let names = try await device.cards().values.map(\.name).sorted()
        #expect(names == (["Amber", "Birch"] + [hostile.name].compactMap { $0 }).sorted())
        #expect(status.failure == nil)
        #expect(status.lastList.rejected == (hostile.name == nil ? 1 : 0))
        #expect(
            status.lastList.rejections.first?.reason.contains(hostile.message) ?? (hostile.name != nil),
            "\(status.lastList.rejections.first?.reason ?? "")")
    }

    @Test("a byte order mark before the list is skipped")
    func byteOrderMark() async throws {
        let (status, device) = try await synchronize(
            [0xEF, 0xBB, 0xBF] + Array(#"[{"identifier":"a","name":"Amber"}]"#.utf8))
        #expect(status.failure == nil)
        #expect(try await device.cards().count == 1)
    }

    @Test(
        "of a card listed twice the first version counts, which is told; another sync changes nothing",
        arguments: [0, 700])
    func twice(between: Int) async throws {
        let others = (0..<between).map { #"{"identifier":"o\#($0)","name":"Other"},"# }.joined()
        let list = #"[{"identifier":"a","name":"First"},\#(others){"identifier":"a","name":"Last"}]"#
        let (status, device) = try await synchronize(Array(list.utf8), times: 2)
        #expect(status.failure == nil && status.lastList.rejected == 0)
        #expect(status.lastList.doubled.count == 1)
        #expect(LoaderText(status).doubled?.contains("more than once: the first entry is used") == true)
        let identifier = try #require(CardID("a"))
        #expect(try await device.cards()[identifier]?.name == "First")
        #expect(try device.changes(of: "a") == 1)
    }
}
