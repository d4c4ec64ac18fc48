internal import Synchronization
public import TestSupport

/// A private PostgreSQL server in a temporary folder, on a socket and a port of 127.0.0.1 with TLS. The owner of everything is the role
/// `owner`, who signs in without a password; members of the role `locked` need one.
///
/// A shell starts it, since the server refuses to run as root, and ends it with this value or with the process that made it: its
/// standard input is closed then, however the process ends.
public final class PostgreSQLServer: Sendable {
    public enum Kind: String, Sendable {
        case primary
        /// Waits for the log of a primary that never comes: it can be read only.
        case standby
        /// As a real one: what is committed is on the disk.
        case durable
    }

    public struct Failure: Error {
        public let log: String
    }

    /// The folder of `postgres`, `initdb` and `pg_ctl`; nil where they are missing.
    public static let programs: String? = ["15", "16", "17", "18"].lazy
        .compactMap { TestProgram.path(of: "/usr/lib/postgresql/\($0)/bin/postgres") }.first
        .map { String($0.dropLast("/postgres".count)) }

    public static var isPossible: Bool { programs != nil && TestCertificates.isPossible }

    /// One for all tests of a run: starting it takes a second or two. Nil where it does not start.
    public static var shared: PostgreSQLServer? { get async { await start.value } }
    private static let start = Task { try? await PostgreSQLServer() }

    public let port: UInt16
    public let certificates: TestCertificates
    private let folder: TemporaryFolder
    private let shell: Mutex<ServerShell>

    /// Waits until it accepts connections.
    /// - Parameter settings: more lines of its configuration: `log_statement = all`.
    public init(_ kind: Kind = .primary, settings: String = "") async throws {
        certificates = try await TestCertificates()
        folder = try TemporaryFolder()
        // The port is free again at once.
        port = try RefusingPort().port
        let script = try folder.write(Self.script, to: "server.sh")
        shell = Mutex(
            try ServerShell(
                script,
                [
                    Self.programs ?? "", folder.path, String(port), kind.rawValue, certificates.folder.path,
                    settings,
                ]))
        guard await command("start") else { throw Failure(log: log) }
    }

    deinit { ServerShell.end(shell.withLock { $0 }, in: folder) }

    /// The folder of its socket.
    public var socket: String { folder.path + "/socket" }

    /// The folder of its tables and indexes.
    public var tables: String { folder.path + "/data/base" }

    /// The address of a database by the socket.
    public func address(_ user: String = "owner", _ database: String, options: String = "") -> String {
        let host = socket.split(separator: "/").map { "%2F" + $0 }.joined()
        return "postgresql://\(user)@\(host):\(port)/\(database)\(options)"
    }

    /// The address of a database by TCP.
    public func networkAddress(_ user: String = "owner", _ database: String, options: String = "") -> String {
        "postgresql://\(user)@127.0.0.1:\(port)/\(database)\(options)"
    }

    /// What it has logged: every statement that defines something.
    public var log: String { (try? folder.text(of: "log")) ?? "" }

    /// Ends it as a crash does: without writing anything back. Waits until it is gone.
    @discardableResult
    public func kill() async -> Bool { await command("kill") }

    /// Starts it again. Waits until it accepts connections.
    @discardableResult
    public func start() async -> Bool { await command("start") }

    /// Has another certificate from now on. Waits while it is stopped and started.
    public func use(_ certificate: TestCertificates.Kind) async -> Bool {
        guard await kill(), await command("certificate \(certificate.rawValue)") else { return false }
        return await start()
    }

    private func command(_ text: String) async -> Bool { await blocking { shell.withLock { $0.command(text) } } }

    /// Reads commands from its standard input and answers each with a line.
    private static let script = """
        programs=$1 folder=$2 port=$3 kind=$4 certificates=$5 settings=$6
        cd "$folder"
        data=$folder/data as=
        mkdir data socket
        use() {
            cp "$certificates/$1.pem" certificate.pem && cp "$certificates/$1.key" key.pem && chmod 600 key.pem &&
                { [ -z "$as" ] || chown nobody:nogroup certificate.pem key.pem; }
        }
        chmod 755 "$folder"
        touch log
        if [ "$(id -u)" = 0 ]; then
            as='setpriv --reuid=nobody --regid=nogroup --clear-groups'
            chown nobody:nogroup data socket log
        fi
        use good
        fsync=off
        [ "$kind" = durable ] && fsync=on
        export LC_ALL=C TZ=UTC
        {
            $as "$programs/initdb" -D "$data" -U owner --auth=trust --no-sync --encoding=UTF8 --locale=C &&
            cat >>data/postgresql.conf <<END &&
        listen_addresses = '127.0.0.1'
        port = $port
        unix_socket_directories = '$folder/socket'
        ssl = on
        ssl_cert_file = '$folder/certificate.pem'
        ssl_key_file = '$folder/key.pem'
        fsync = $fsync
        max_connections = 200
        log_statement = ddl
        $settings
        END
            cat >data/pg_hba.conf <<END
        local all +locked scram-sha-256
        host all +locked 127.0.0.1/32 scram-sha-256
        local all all trust
        host all all 127.0.0.1/32 trust
        END
            [ "$kind" != standby ] || $as touch data/standby.signal
        } >>log 2>&1
        while read -r command argument; do
            case $command in
                start)
                    $as "$programs/pg_ctl" -D "$data" -w -t 60 -l log start >>log 2>&1 </dev/null || { echo failed; continue; }
                    echo done ;;
                certificate) use "$argument" && echo done || echo failed ;;
                kill)
                    $as "$programs/pg_ctl" -D "$data" -w -t 60 -m immediate stop >>log 2>&1 && echo done || echo failed ;;
            esac
        done
        $as "$programs/pg_ctl" -D "$data" -w -m immediate stop >>log 2>&1
        cd / && rm -rf "$folder"

        """
}
