import Testing

@testable import CardSharing

@Suite("Addresses of PostgreSQL")
struct PostgreSQLAddressTests {
    private func value(_ key: String, _ text: String) throws -> String? {
        try PostgreSQLAddress(text).options.first { $0.key == key }?.value
    }

    @Test("hosts, ports, user, database and options")
    func parts() throws {
        let address = try PostgreSQLAddress(
            "postgresql://jo%40home@[::1]:5433,localhost,127.0.0.1:6000/my%20cards?application_name=desk&connect_timeout=3"
        )
        #expect(address.hosts.map(\.name) == ["::1", "localhost", "127.0.0.1"])
        #expect(address.hosts.map(\.port) == ["5433", nil, "6000"])
        #expect(address.user == "jo@home")
        #expect(address.name == "::1:5433,localhost,127.0.0.1:6000/my cards")
        #expect(
            address.options.map(\.key) == [
                "application_name", "connect_timeout", "dbname", "target_session_attrs", "tcp_user_timeout", "user",
            ])
        #expect(address.connectTimeout == .seconds(3))
        #expect(try PostgreSQLAddress("postgresql://localhost/a?connect_timeout=0").connectTimeout == nil)
        #expect(try PostgreSQLAddress("postgres:///cards?host=/run/a,/run/b&port=1").hosts.map(\.port) == ["1", "1"])
        #expect(try PostgreSQLAddress("postgresql://%2Frun%2Fpostgresql/cards").name == "this machine/cards")
        #expect(try value("target_session_attrs", "postgresql://localhost/a") == "read-write")
        #expect(try value("target_session_attrs", "postgresql://localhost/a?target_session_attrs=any") == "any")
    }

    @Test("one of several vaults is named")
    func vault() throws {
        let text = "0123456789abcdef0123456789abcdef"
        #expect(try PostgreSQLAddress("postgresql://localhost/a?vault=\(text)").vault?.text == text)
        #expect(try value("vault", "postgresql://localhost/a?vault=\(text)") == nil)
        #expect(throws: PostgreSQLAddress.Problem.self) { try PostgreSQLAddress("postgresql://localhost/a?vault=mine") }
    }

    @Test(
        "a server elsewhere must prove who it is",
        arguments: ["db.example", "10.0.0.1", "127.0.0.1.example", "localhost,db.example", "localhost.example"])
    func proof(hosts: String) throws {
        #expect(try value("sslmode", "postgresql://\(hosts)/a") == "verify-full")
        #expect(try value("sslmode", "postgresql://\(hosts)/a?sslmode=verify-full") == "verify-full")
        for weak in ["disable", "allow", "prefer", "require", "verify-ca"] {
            #expect(throws: PostgreSQLAddress.Problem.self) {
                try PostgreSQLAddress("postgresql://\(hosts)/a?sslmode=\(weak)")
            }
        }
        #expect(try value("sslmode", "postgresql:///a?service=work") == "verify-full")
    }

    @Test("the certificates of the settings are trusted, unless the address names others")
    func certificates() throws {
        func trusted(_ text: String) throws -> String? {
            try PostgreSQLAddress(text, certificateFile: "/ca.pem").options.first { $0.key == "sslrootcert" }?.value
        }
        #expect(try trusted("postgresql://db.example/a") == "/ca.pem")
        #expect(try trusted("postgresql://db.example/a?sslrootcert=/own.pem") == "/own.pem")
    }

    @Test(
        "nothing has to be proven on this machine",
        arguments: ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "%2Frun%2Fx"])
    func loopback(host: String) throws {
        #expect(try value("sslmode", "postgresql://\(host)/a") == nil)
        #expect(try value("sslmode", "postgresql://\(host)/a?sslmode=require") == "require")
    }

    @Test(
        "a password is refused, and not repeated",
        arguments: [
            "postgresql://jo:hunter2@db.example/a", "postgresql://db.example/a?password=hunter2",
            "postgresql://db.example/a?passwor%64=hunter2",
        ])
    func password(text: String) {
        let problem = #expect(throws: PostgreSQLAddress.Problem.self) { try PostgreSQLAddress(text) }
        #expect(problem?.userMessage.contains("hunter2") == false)
        #expect(problem?.userMessage.contains(".pgpass") == true)
    }

    @Test(
        "what is no address is told",
        arguments: [
            "", "https://db.example", "postgresql://db.example:70000/a", "postgresql://db.example:x/a",
            "postgresql://db.example/a?options=-c", "postgresql://db.example/a?hostaddr=10.0.0.1",
            "postgresql://db.example/a%00", "postgresql://db.example/a%zz", "postgresql://a/b?host=c",
            "postgresql://db.example/a?user",
        ])
    func wrong(text: String) {
        #expect(throws: PostgreSQLAddress.Problem.self) { try PostgreSQLAddress(text) }
    }

    @Test("a quote in a name is doubled, also below a mark")
    func quoting() {
        #expect(Array(PostgreSQLSchema.quoted("a\"\u{301}b").utf8) == Array("\"a\"\"\u{301}b\"".utf8))
        #expect(Array(PostgreSQLSchema.literal("it'\u{301}s").utf8) == Array("'it''\u{301}s'".utf8))
    }
}
