internal import Synchronization
internal import TestSupport

/// Two PostgreSQL servers of the test's own: a primary, and a standby that has to confirm every commit (`synchronous_standby_names`). Both
/// are on ports of 127.0.0.1, started and ended as ``PostgreSQLServer`` is.
public final class PostgreSQLPair: Sendable {
    public let primary: UInt16
    public let standby: UInt16
    private let folder: TemporaryFolder
    private let shell: Mutex<ServerShell>

    /// Waits until the standby confirms what the primary writes.
    public init() async throws {
        folder = try TemporaryFolder()
        let ports = try ServerShell.freePorts(2)
        (primary, standby) = (ports[0], ports[1])
        let script = try folder.write(Self.script, to: "servers.sh")
        shell = Mutex(
            try ServerShell(
                script, [PostgreSQLServer.programs ?? "", folder.path, String(primary), String(standby)]))
        guard await command("start") else { throw PostgreSQLServer.Failure(log: log) }
    }

    deinit { ServerShell.end(shell.withLock { $0 }, in: folder) }

    /// The address of both, the standby first: it may be the primary one day.
    public func address(options: String = "") -> String {
        "postgresql://owner@127.0.0.1:\(standby),127.0.0.1:\(primary)/postgres\(options)"
    }

    public func address(of port: UInt16) -> String {
        "postgresql://owner@127.0.0.1:\(port)/postgres?target_session_attrs=any"
    }

    public var log: String { (try? folder.text(of: "log")) ?? "" }

    /// Kills the primary with SIGKILL.
    @discardableResult
    public func killPrimary() async -> Bool { await command("kill") }

    /// Makes the standby a primary that waits for nobody. Waits until it can be written to.
    @discardableResult
    public func promote() async -> Bool { await command("promote") }

    /// Stops the standby from receiving what the primary writes, which then waits with every commit.
    @discardableResult
    public func detach() async -> Bool { await command("detach") }

    private func command(_ text: String) async -> Bool { await blocking { shell.withLock { $0.command(text) } } }

    /// The standby's folder is a copy of the primary's before its first start, which is what pg_basebackup would make of it.
    private static let script = """
        programs=$1 folder=$2 primary=$3 standby=$4
        cd "$folder" && mkdir work && chmod 755 "$folder"
        as=
        if [ "$(id -u)" = 0 ]; then
            as='setpriv --reuid=nobody --regid=nogroup --clear-groups'
            chown nobody:nogroup work
        fi
        touch log
        chmod 666 log
        export LC_ALL=C TZ=UTC
        control() {
            data=work/$1
            shift
            $as "$programs/pg_ctl" -D "$data" -w -t 60 -l log "$@" >>log 2>&1 </dev/null
        }
        {
            $as "$programs/initdb" -D work/primary -U owner --auth=trust --no-sync --encoding=UTF8 --locale=C &&
            cat >>work/primary/postgresql.conf <<END &&
        listen_addresses = '127.0.0.1'
        unix_socket_directories = '$folder/work'
        fsync = off
        END
            $as cp -r work/primary work/standby && $as touch work/standby/standby.signal &&
            cat >>work/standby/postgresql.conf <<END &&
        port = $standby
        primary_conninfo = 'host=127.0.0.1 port=$primary user=owner application_name=standby'
        END
            cat >>work/primary/postgresql.conf <<END
        port = $primary
        synchronous_standby_names = standby
        END
        } >>log 2>&1
        while read -r command; do
            case $command in
                start) control primary start && control standby start ;;
                kill)
                    # Its other processes see that and end. What it cannot give back any more are some bytes of shared memory.
                    read -r pid <work/primary/postmaster.pid
                    memory=$(sed -n '7s/.* //p' work/primary/postmaster.pid)
                    kill -9 "$pid" && rm work/primary/postmaster.pid && { ipcrm -m "$memory" >>log 2>&1 || true; } ;;
                promote) control standby promote ;;
                detach) echo "primary_conninfo = ''" >>work/standby/postgresql.conf && control standby reload ;;
            esac && echo done || echo failed
        done
        control standby -m immediate stop
        control primary -m immediate stop
        cd / && rm -rf "$folder"

        """
}
