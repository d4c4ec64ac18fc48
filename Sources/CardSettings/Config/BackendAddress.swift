/// What may stand for a backend: an http or https URL with a host and without a password.
public enum BackendAddress {
    /// Why the text is no address of a backend, with what to do; nil when it is one.
    public static func refusal(of text: String) -> String? {
        let lowered = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lowered.hasPrefix) else {
            return "a backend is an http:// or https:// URL"
        }
        guard text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
            return "a URL holds no blanks and only ASCII; write other characters as %XX"
        }
        let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        if authority.contains("@") {
            return "a URL with a password in it ends up in lists of processes; use backend.credentials_file"
        }
        let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" }.dropFirst() : authority.prefix { $0 != ":" }
        if host.isEmpty { return "the URL has no host" }
        return nil
    }
}
