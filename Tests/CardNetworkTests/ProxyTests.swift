import Glibc
import TestSupport
import Testing

@testable import CardNetwork

/// Environment variables belong to the whole process, so each of these tests has its own process.
@Suite("Proxies", .timeLimit(.minutes(5)))
struct ProxyTests {
    /// Removes all proxies from the environment and sets these.
    private static func setVariables(_ variables: [String: String]) {
        for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"] {
            unsetenv(name)
        }
        for (name, value) in variables { setenv(name, value, 1) }
    }

    private static func request(_ url: String) throws -> APIRequest {
        MyCardsEndpoint.cards.request(to: try BackendURL(url))
    }

    @Test(
        "HTTP uses http_proxy, which gets only its own user and password",
        arguments: ["http_proxy", "all_proxy"])
    func http(variable: String) async {
        await #expect(processExitsWith: .success) { [variable] in
            let proxy = try TestBackend().start()
            proxy.setFault { _ in .json("[]") }
            Self.setVariables([variable: "http://pro:xy@127.0.0.1:\(proxy.port)"])
            #expect(try await HTTPBench.error(to: try Self.request("http://cards.invalid")) == nil)
            #expect(proxy.lines == ["GET http://cards.invalid/cards.json"])
            #expect(proxy.requests.first?.headers["proxy-authorization"] == "Basic cHJvOnh5")
        }
    }

    @Test("hosts in no_proxy are reached directly")
    func noProxy() async {
        await #expect(processExitsWith: .success) {
            let proxy = try TestBackend().start()
            Self.setVariables(["http_proxy": proxy.url, "no_proxy": "cards.invalid"])
            #expect(try await HTTPBench.error(to: try Self.request("http://cards.invalid")) != nil)
            #expect(proxy.requests.isEmpty)
        }
    }

    @Test(
        "names with a star and names with a port in no_proxy are reached directly, other ports are not",
        arguments: [
            ("*.invalid", true), ("cards.invalid:80", true), ("other,*.invalid:80", true), ("cards.invalid:81", false),
            ("*.cards.invalid", true), ("*.others.invalid", false), ("CARDS.INVALID.", true), (".invalid", true),
            ("ards.invalid", false),
        ])
    func exceptions(list: String, isDirect: Bool) async {
        await #expect(processExitsWith: .success) { [list, isDirect] in
            let proxy = try TestBackend().start()
            proxy.setFault { _ in .json("[]") }
            Self.setVariables(["http_proxy": proxy.url, "no_proxy": list])
            let error = try await HTTPBench.error(to: try Self.request("http://cards.invalid"))
            #expect((error != nil) == isDirect && proxy.requests.isEmpty == isDirect)
            let address = try BackendURL("http://cards.invalid")
            #expect((ProxyRules().plainProxy(for: address) == nil) == isDirect)
        }
    }

    @Test("a page that says no over a proxy is not blamed on the credentials alone", arguments: [403, 502, 503])
    func page(status: Int) async {
        await #expect(processExitsWith: .success) { [status] in
            let proxy = try TestBackend().start()
            proxy.setFault { _ in .html(status, "<p>Policy</p>") }
            Self.setVariables(["http_proxy": "http://a:secret@127.0.0.1:\(proxy.port)/"])
            let error = try #require(try await HTTPBench.error(to: try Self.request("http://cards.invalid")))
            let name = "127.0.0.1:\(proxy.port)"
            #expect(error == .refusedOnTheWay(host: "cards.invalid", proxy: name, status: status))
            #expect(
                error.userMessage.hasPrefix(
                    "The proxy \(name) or cards.invalid answered with an error page (\(status))."))
            #expect(error.isTemporary && !error.userMessage.contains("secret"))
            // An answer in JSON is the backend's own.
            proxy.setFault { _ in .init(status: 403, headers: ["Content-Type": "application/json"], [.text("{}")]) }
            #expect(
                try await HTTPBench.error(to: try Self.request("http://cards.invalid"))
                    == .refused(host: "cards.invalid", status: 403))
        }
    }

    @Test("this machine is reached directly, so that credentials stay on it", arguments: ["http_proxy", "all_proxy"])
    func loopback(variable: String) async {
        await #expect(processExitsWith: .success) { [variable] in
            let backend = try TestBackend().start()
            let proxy = try TestBackend().start()
            Self.setVariables([variable: proxy.url])
            let configuration = HTTPClient.Configuration(credentials: Credentials("ann:secret"))
            #expect(try await HTTPBench.error(to: try Self.request(backend.url), configuration) == nil)
            #expect(proxy.requests.isEmpty)
            #expect(backend.requests.count == 1)
        }
    }

    @Test(
        "a proxy that refuses the tunnel is named as the proxy, and gets no credentials", arguments: [403, 407, 502])
    func refusesToConnect(status: Int) async {
        await #expect(processExitsWith: .success) { [status] in
            let proxy = try TestBackend().start()
            proxy.setFault { _ in .init(status: status, headers: ["Location": "http://127.0.0.1/"]) }
            Self.setVariables(["https_proxy": "http://pro:secret@127.0.0.1:\(proxy.port)"])
            let configuration = HTTPClient.Configuration(credentials: Credentials("ann:secret"))
            let error = try #require(
                try await HTTPBench.error(to: try Self.request("https://cards.invalid"), configuration))
            let cause = HTTPFailure.proxyRefused(proxy: "127.0.0.1:\(proxy.port)", status: status)
            #expect(error == .failed(host: "cards.invalid", cause: cause))
            #expect(error.userMessage.contains("cards.invalid: the proxy 127.0.0.1:\(proxy.port) refuses to connect"))
            #expect(!error.userMessage.contains("secret"))
            #expect(proxy.requests.allSatisfy { $0.line == "CONNECT cards.invalid:443" })
            #expect(proxy.requests.allSatisfy { $0.headers["authorization"] == nil })
            #expect(!proxy.requests.isEmpty)
        }
    }

    @Test("a proxy that requires a password is named in the error")
    func asksForPassword() async {
        await #expect(processExitsWith: .success) {
            let proxy = try TestBackend().start()
            proxy.setFault { _ in .status(407) }
            Self.setVariables(["http_proxy": proxy.url])
            let error = try #require(try await HTTPBench.error(to: try Self.request("http://cards.invalid")))
            #expect(error.userMessage.hasPrefix("The proxy for cards.invalid denies access (407)."))
        }
    }

    @Test("an unreachable proxy is named in the error, not the backend", arguments: ["http", "https"])
    func away(scheme: String) async {
        await #expect(processExitsWith: .success) { [scheme] in
            let proxy = try RefusingPort()
            Self.setVariables(["all_proxy": proxy.url])
            let error = try await HTTPBench.error(to: try Self.request(scheme + "://cards.invalid"))
            let cause = HTTPFailure.proxyUnreachable(proxy: "127.0.0.1:\(proxy.port)")
            #expect(error == .failed(host: "cards.invalid", cause: cause))
        }
    }

    @Test(
        "an unknown or invalid proxy is named as the proxy",
        arguments: ["http://proxy.invalid", "http://a:secret@["])
    func notFound(proxy: String) async {
        await #expect(processExitsWith: .success) { [proxy] in
            Self.setVariables(["http_proxy": proxy])
            let error = try #require(try await HTTPBench.error(to: try Self.request("http://cards.invalid")))
            #expect(error == .failed(host: "cards.invalid", cause: .proxyNotFound))
        }
    }
}
