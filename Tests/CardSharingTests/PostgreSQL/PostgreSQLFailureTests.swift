import Cards
import Testing

@testable import CardSharing

/// What the words of libpq mean where no connection was made.
@Suite("Failures of connections to PostgreSQL")
struct PostgreSQLFailureTests {
    private static func words(_ end: String, host: String = "db.example") -> String {
        "connection to server at \"\(host)\" (127.0.0.1), port 5432 failed: \(end)"
    }

    @Test(
        "the network is tried again, trust and settings are not",
        arguments: [
            (words("SSL SYSCALL error: EOF detected"), .unreachable),
            (words("SSL SYSCALL error: Connection reset by peer"), .unreachable),
            ("could not translate host name \"db.example\" to address: Name or service not known", .unreachable),
            (words("Connection refused", host: "ssl-service.example"), .unreachable),
            (words("No route to host", host: "certificate.invalid"), .unreachable),
            (words("timeout expired"), .unreachable),
            (words("SSL error: certificate verify failed"), .untrusted),
            (words("server certificate for \"other.example\" does not match host name \"db.example\""), .untrusted),
            (words("root certificate file \"/nowhere/root.pem\" does not exist"), .untrusted),
            (words("server does not support SSL, but SSL was required"), .untrusted),
            ("definition of service \"work\" not found", .unsupported),
            (words("fe_sendauth: no password supplied"), .refused),
            (words("received invalid response to SSL negotiation: H"), .wrongPlace),
            (words("session is read-only"), .unreachable),
        ] as [(String, TransportError.Kind)])
    func kinds(words: String, kind: TransportError.Kind) {
        let error = PostgreSQLFailure.notConnected(words).error(of: "db.example/cards")
        #expect(error.kind == kind, "\(error.userMessage)")
        #expect(error.remote == "db.example/cards")
    }
}
