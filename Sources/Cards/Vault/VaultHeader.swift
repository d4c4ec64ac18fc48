/// What a remote says of the vault that it holds: written once when the vault is made there.
public struct VaultHeader: Hashable, Sendable {
    public let vault: VaultID
    /// The format of its objects. A larger one than ``knownFormat`` can be read as far as it is understood, and never written.
    public let format: Int
    /// How its objects are sealed; nil for open ones.
    public var sealing: JSON?

    public static let knownFormat = 1

    public init(vault: VaultID, format: Int = knownFormat, sealing: JSON? = nil) {
        self.vault = vault
        self.format = format
        self.sealing = sealing
    }

    /// Nil where these bytes are no header.
    public init?(_ bytes: [UInt8]) {
        guard let json = try? JSONParser.parse(bytes, maximumValues: 1000), let vault = json["vault"]?.string,
            let identifier = VaultID(vault), case .number(let digits)? = json["format"], let format = Int(digits),
            format > 0
        else { return nil }
        self.init(vault: identifier, format: format, sealing: json["sealing"])
    }

    public var bytes: [UInt8] {
        var members: [(key: String, value: JSON)] = [
            ("format", .number(String(format))), ("vault", .string(vault.text)),
        ]
        if let sealing { members.append(("sealing", sealing)) }
        return JSONWriter.bytes(of: .object(JSONObject(members))) + [UInt8(ascii: "\n")]
    }
}
