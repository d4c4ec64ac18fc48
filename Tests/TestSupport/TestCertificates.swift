internal import Glibc

/// A private certificate authority and certificates, valid and invalid, for 127.0.0.1 and localhost, made by openssl.
public final class TestCertificates: Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case good, expired, early, selfSigned, wrongName, unknownIssuer
    }

    public struct Failure: Error {
        public let log: String
    }

    private static let program = "/usr/bin/openssl"
    public static var isPossible: Bool { access(program, X_OK) == 0 }

    public let folder: TemporaryFolder

    public init() async throws {
        folder = try TemporaryFolder()
        let script = try folder.write(Self.script, to: "make.sh")
        guard try await succeeds("exec sh -eu \"$1\" >\"$1.log\" 2>&1", script) else {
            throw Failure(log: (try? folder.text(of: "make.sh.log")) ?? "")
        }
    }

    /// The CA that a client must trust, for the valid certificate and for those that are invalid for another reason than their
    /// issuer.
    public var authorityFile: String { path("authority.pem") }

    public func certificateFile(_ kind: Kind) -> String { path(kind.rawValue + ".pem") }
    public func keyFile(_ kind: Kind) -> String { path(kind.rawValue + ".key") }
    private func path(_ name: String) -> String { folder.path + "/" + name }

    private static let script = """
        cd "${0%/*}"
        cat > openssl.cnf <<'END'
        [authority]
        new_certs_dir = .
        database = index
        rand_serial = yes
        unique_subject = no
        default_md = sha256
        policy = policy
        copy_extensions = copy
        [policy]
        commonName = supplied
        [req]
        distinguished_name = name
        [name]
        [authority_extensions]
        basicConstraints = critical,CA:true
        keyUsage = critical,keyCertSign
        END
        : > index
        here=IP:127.0.0.1,DNS:localhost
        new() { openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -config openssl.cnf "$@"; }
        authority() {
            new -x509 -keyout $1.key -out $1.pem -subj "/CN=$1" -days 30 -extensions authority_extensions
        }
        sign() {
            new -keyout $1.key -out $1.csr -subj "/CN=$1" -addext "subjectAltName=$2"
            openssl ca -batch -notext -config openssl.cnf -name authority -cert $3.pem -keyfile $3.key \\
                -in $1.csr -out $1.pem -startdate $4 -enddate $5
        }
        authority authority
        authority stranger
        sign good $here authority 20200101000000Z 20991231235959Z
        sign expired $here authority 20200101000000Z 20210101000000Z
        sign early $here authority 20900101000000Z 20991231235959Z
        sign wrongName DNS:example.org authority 20200101000000Z 20991231235959Z
        sign unknownIssuer $here stranger 20200101000000Z 20991231235959Z
        new -x509 -keyout selfSigned.key -out selfSigned.pem -subj /CN=selfSigned -days 30 -addext "subjectAltName=$here"

        """
}
