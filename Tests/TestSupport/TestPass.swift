internal import Cards

/// A pass with a web service, and its versions: the files that an issuer would send.
public struct TestPass: Sendable {
    public var type = "pass.com.juniper"
    public var serial = "17"
    public var token = "t0ken-0123456789abcdef"
    public var service = "https://passes.juniper.example/wallet"
    public var gate = "12"
    public var number = "4711"
    public var name = "Juniper Rail"
    public var team = "T"
    /// What the issuer says where the gate changes.
    public var gateMessage: String?
    /// More members of `pass.json`, as JSON: `"voided": true`.
    public var more = ""
    /// Whether `pass.json` is another one than that of the manifest.
    public var isDamaged = false
    /// More entries of the archive.
    public var others: [(String, [UInt8])] = []

    public init() {}

    public func with(_ change: (inout TestPass) -> Void) -> TestPass {
        var copy = self
        change(&copy)
        return copy
    }

    private var json: [UInt8] {
        var gate: JSONObject = ["key": .string("gate"), "label": .string("GATE"), "value": .string(gate)]
        gate["changeMessage"] = gateMessage.map { .string($0) }
        var pass: JSONObject = [
            "formatVersion": .number("1"), "passTypeIdentifier": .string(type), "serialNumber": .string(serial),
            "teamIdentifier": .string(team), "organizationName": .string(name), "description": .string("A ticket"),
            "webServiceURL": .string(service), "authenticationToken": .string(token),
            "generic": .object(["headerFields": .array([.object(gate)])]),
        ]
        if !number.isEmpty {
            pass["barcodes"] = .array([
                .object([
                    "format": .string("PKBarcodeFormatQR"), "message": .string(number),
                    "messageEncoding": .string("iso-8859-1"),
                ])
            ])
        }
        let others = (try? JSONParser.parse(Array("{\(more)}".utf8)))?.object ?? [:]
        for key in others.keys { pass[key] = others[key] }
        return JSONWriter.bytes(of: .object(pass))
    }

    /// The `.pkpass`.
    public var bytes: [UInt8] {
        let manifest = #"{"pass.json": "0000000000000000000000000000000000000000"}"#
        return Self.archive(
            [("pass.json", json)] + (isDamaged ? [("manifest.json", Array(manifest.utf8))] : []) + others)
    }

    /// A ZIP archive of stored entries.
    public static func archive(_ entries: [(String, [UInt8])]) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
        for (name, content) in entries {
            let common =
                number(20, 2) + number(0, 2) + number(0, 2) + number(0, 2) + number(0x21, 2) + number(crc(content), 4)
                + number(content.count, 4) + number(content.count, 4) + number(name.utf8.count, 2) + number(0, 2)
            directory +=
                number(0x0201_4B50, 4) + number(20, 2) + common + number(0, 2) + number(0, 2) + number(0, 2)
                + number(0, 4) + number(bytes.count, 4) + Array(name.utf8)
            bytes += number(0x0403_4B50, 4) + common + Array(name.utf8) + content
        }
        let end =
            number(0x0605_4B50, 4) + number(0, 4) + number(entries.count, 2) + number(entries.count, 2)
            + number(directory.count, 4) + number(bytes.count, 4) + number(0, 2)
        return bytes + directory + end
    }

    private static func crc(_ bytes: [UInt8]) -> Int {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return Int(~sum)
    }
}
