/// A private nginx with TLS on a free port of 127.0.0.1, in front of a ``TestBackend``. It ends with the value.
///
/// The `X-Protocol` response header names the HTTP version.
public final class NginxFront: Sendable {
    public static var isPossible: Bool { ServerProgram.nginxPath != nil && TestCertificates.isPossible }

    private let certificates: TestCertificates
    private let server: LocalServer

    /// - Parameters:
    ///   - isPacking: whether responses are compressed with gzip if the client accepts it.
    ///   - locations: nginx configuration for its own responses: `location /cards { return 405; }`.
    public init(
        before backend: TestBackend, _ certificate: TestCertificates.Kind = .good, of certificates: TestCertificates,
        speaksHTTP2: Bool = false, isPacking: Bool = false, locations: String = ""
    ) async throws {
        self.certificates = certificates
        server = try await LocalServer { port, folder in
            try .nginx(
                in: folder,
                http: """
                    access_log off;
                    proxy_request_buffering off;
                    proxy_buffering off;
                    proxy_http_version 1.1;
                    proxy_redirect off;
                    gzip \(isPacking ? "on" : "off");
                    gzip_types application/json;
                    gzip_proxied any;
                    gzip_min_length 1;
                    server {
                        listen 127.0.0.1:\(port) ssl\(speaksHTTP2 ? " http2" : "");
                        ssl_certificate \(certificates.certificateFile(certificate));
                        ssl_certificate_key \(certificates.keyFile(certificate));
                        add_header X-Protocol $server_protocol;
                        \(locations)
                        location / { proxy_pass \(backend.url); }
                    }
                    """)
        }
    }

    public var port: UInt16 { server.port }
    public var url: String { "https://127.0.0.1:\(port)" }

    /// The error log.
    public var errors: String { server.errors }
}
