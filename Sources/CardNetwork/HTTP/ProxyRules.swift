internal import Basics
internal import Glibc

/// The proxy that the environment names for requests, read as libcurl reads it, and two forms of `no_proxy` that libcurl does not know:
/// `*.example.com`, and `example.com:8080` for one port.
struct ProxyRules {
    private let environment: @Sendable (String) -> String?

    init(environment: @escaping @Sendable (String) -> String? = { ThisMachine.environment($0) }) {
        self.environment = environment
    }

    /// The host and port of the proxy for requests without TLS to this address; nil for none.
    func plainProxy(for address: BackendURL) -> String? {
        // Not HTTP_PROXY: a web server sets that from a header.
        guard !address.isLoopback, !address.isSecure, let proxy = first(["http_proxy", "all_proxy", "ALL_PROXY"]),
            !isDirect(address)
        else { return nil }
        return Self.authority(of: proxy)
    }

    /// The host and port of the proxy for requests with TLS; empty for none.
    var tunnelProxy: String {
        first(["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]).map(Self.authority) ?? ""
    }

    /// What libcurl is told in place of `no_proxy`; nil where it reads that as it is meant.
    func exceptions(for address: BackendURL) -> String? {
        // What is meant for this machine stays on it, also where no_proxy does not name it.
        if address.isLoopback { return "*" }
        guard let list = first(["no_proxy", "NO_PROXY"]), list != "*" else { return nil }
        let entries = Self.entries(of: list)
        let read = entries.compactMap { Self.read($0, for: address) }
        return read == entries ? nil : read.joined(separator: ",")
    }

    /// The first variable with a value.
    private func first(_ names: [String]) -> String? {
        names.lazy.compactMap { environment($0) }.first { !$0.isEmpty }
    }

    private func isDirect(_ address: BackendURL) -> Bool {
        guard let list = first(["no_proxy", "NO_PROXY"]) else { return false }
        if list == "*" { return true }
        let host = Self.bare(address.host)
        return Self.entries(of: list).compactMap { Self.read($0, for: address) }.contains { entry in
            let name = Self.bare(entry)
            return host == name || host.hasSuffix("." + name)
        }
    }

    private static func entries(of list: String) -> [String] {
        list.split { $0 == "," || $0.isWhitespace }.map(String.init)
    }

    /// The entry as libcurl knows it; nil for one of another port.
    private static func read(_ entry: String, for address: BackendURL) -> String? {
        var host = entry[...]
        if let colon = host.lastIndex(of: ":"), let port = Int(host[host.index(after: colon)...]),
            // Not a part of an IPv6 address.
            host[..<colon].hasSuffix("]") || !host[..<colon].contains(":")
        {
            guard port == address.port ?? (address.isSecure ? 443 : 80) else { return nil }
            host = host[..<colon]
        }
        if host.hasPrefix("*.") { host.removeFirst(2) }
        return String(host)
    }

    /// A name without the points around it, an address without its brackets.
    private static func bare(_ host: String) -> String {
        var name = host.lowercased()[...]
        if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
        if name.hasPrefix(".") { name.removeFirst() }
        if name.hasSuffix(".") { name.removeLast() }
        return String(name)
    }

    /// A name and a password may precede the host.
    private static func authority(of address: String) -> String {
        let authority = address.split(separator: "/").first { !$0.hasSuffix(":") }
        return String(authority?.split(separator: "@").last ?? "")
    }
}
