internal import Synchronization
internal import TestSupport

/// Three PostgreSQL servers under Patroni, with etcd, on ports of 127.0.0.1 and in a temporary folder. One is the leader, one confirms
/// every commit, one follows. All ends with this value, or with the process that made it.
public final class PatroniCluster: Sendable {
    private static let etcd = TestProgram.path(of: "/usr/bin/etcd")
    private static let patroni = TestProgram.path(of: "/usr/bin/patroni")
    /// Patroni copies a leader with pg_basebackup, which is in the package of PostgreSQL's clients.
    private static let hasClients =
        PostgreSQLServer.programs.flatMap { TestProgram.path(of: $0 + "/pg_basebackup") } != nil

    public static var isPossible: Bool { etcd != nil && patroni != nil && hasClients }

    public let ports: [UInt16]
    private let folder: TemporaryFolder
    private let shell: Mutex<ServerShell>

    /// Starts it. ``waitUntilReady()`` says when it can be used.
    public init() throws {
        folder = try TemporaryFolder()
        let numbers = try ServerShell.freePorts(8)
        ports = stride(from: 2, to: 8, by: 2).map { numbers[$0] }
        let script = try folder.write(Self.script, to: "cluster.sh")
        shell = Mutex(
            try ServerShell(
                script,
                [PostgreSQLServer.programs ?? "", folder.path, Self.etcd ?? "", Self.patroni ?? ""]
                    + numbers.map(String.init)))
    }

    deinit { ServerShell.end(shell.withLock { $0 }, in: folder) }

    /// The address of all, in this order.
    public func address(options: String = "") -> String {
        "postgresql://owner@" + ports.map { "127.0.0.1:\($0)" }.joined(separator: ",") + "/postgres" + options
    }

    /// The logs of all.
    public var log: String {
        ["etcd", "node0", "node1", "node2"].map { "\($0):\n" + ((try? folder.text(of: "work/\($0).log")) ?? "") }
            .joined(separator: "\n")
    }

    // MARK: - Commands. Some take many seconds.

    /// Waits until there is a leader, a standby that has to confirm, and one that follows. Returns the leader's place among the ports.
    public func waitUntilReady() async throws -> Int { try await number("ready") }

    /// Waits until a node may be written to. Returns its place.
    public func waitForLeader() async throws -> Int { try await number("leader") }

    /// Kills Patroni and PostgreSQL of a node with SIGKILL.
    public func kill(_ node: Int) async -> Bool { await ask("kill \(node)") == ServerShell.done }

    /// Starts a node again.
    public func start(_ node: Int) async -> Bool { await ask("start \(node)") == ServerShell.done }

    private func ask(_ command: String) async -> String { await blocking { shell.withLock { $0.ask(command) } } }

    private func number(_ command: String) async throws -> Int {
        guard let number = Int(await ask(command)) else { throw PostgreSQLServer.Failure(log: log) }
        return number
    }

    /// A leader that is gone is replaced after `ttl` seconds at most. The program asks Patroni's web servers how things stand.
    private static let script = """
        programs=$1 folder=$2 etcd=$3 patroni=$4 client=$5 peer=$6
        shift 6
        cd "$folder" && mkdir work && chmod 755 "$folder"
        as=
        if [ "$(id -u)" = 0 ]; then
            as='setpriv --reuid=nobody --regid=nogroup --clear-groups'
            chown nobody:nogroup work
        fi
        cd work
        export LC_ALL=C TZ=UTC HOME="$PWD"
        export PYTHONPATH="${patroni%/bin/patroni}/lib/python3/dist-packages"
        $as "$etcd" --name one --data-dir "$PWD/etcd" --enable-v2 \\
            --listen-client-urls "http://127.0.0.1:$client" --advertise-client-urls "http://127.0.0.1:$client" \\
            --listen-peer-urls "http://127.0.0.1:$peer" --initial-advertise-peer-urls "http://127.0.0.1:$peer" \\
            --initial-cluster "one=http://127.0.0.1:$peer" >etcd.log 2>&1 </dev/null &
        store=$!
        web=
        for node in 0 1 2; do
            cat >node$node.yml <<END
        {scope: cards, name: node$node, etcd: {host: '127.0.0.1:$client'},
         restapi: {listen: '127.0.0.1:$2', connect_address: '127.0.0.1:$2'},
         bootstrap: {dcs: {ttl: 15, loop_wait: 5, retry_timeout: 5, synchronous_mode: true, postgresql: {use_pg_rewind: true}},
          initdb: [{encoding: UTF8}, data-checksums]},
         postgresql: {listen: '127.0.0.1:$1', connect_address: '127.0.0.1:$1', data_dir: '$PWD/data$node', bin_dir: '$programs',
          pgpass: '$PWD/pgpass$node', parameters: {unix_socket_directories: '$PWD', max_connections: 100, fsync: 'off'},
          pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
          authentication: {superuser: {username: owner}, replication: {username: copier}}}}
        END
            web="$web $2"
            shift 2
        done
        begin() {
            $as /usr/bin/python3 "$patroni" node$1.yml >>node$1.log 2>&1 </dev/null &
            echo $! >node$1.pid
        }
        postmaster() { head -n 1 data$1/postmaster.pid 2>/dev/null; }
        # What a server that was killed leaves: shared memory, and a number that another process may get.
        forget() {
            ipcrm -m "$(sed -n '7s/.* //p' data$1/postmaster.pid)" 2>/dev/null
            rm -f node$1.pid data$1/postmaster.pid
        }
        look() { /usr/bin/python3 -c '
        import json, sys, time, urllib.request
        def ask(port, path):
            try: return json.load(urllib.request.urlopen("http://127.0.0.1:%s/%s" % (port, path), timeout=2))
            except (OSError, ValueError): return None
        for attempt in range(600):
            for place, port in enumerate(sys.argv[2:]):
                if ask(port, "primary") is None: continue
                members = (ask(port, "cluster") or {}).get("members", [])
                roles = sorted(member["role"] for member in members if member["state"] in ("running", "streaming"))
                if sys.argv[1] == "leader" or roles == ["leader", "replica", "sync_standby"]: sys.exit(print(place))
            time.sleep(0.1)  # watched: the cluster tells nobody
        print("failed")
        ' "$1" $web; }
        for node in 0 1 2; do begin $node; done
        while read -r command node; do
            case $command in
                ready | leader) look $command ;;
                start) begin $node; echo done ;;
                kill)
                    if kill -9 $(cat node$node.pid) $(postmaster $node); then echo done; else echo failed; fi
                    forget $node ;;
            esac
        done
        # Patroni first: it would start what ends.
        kill -9 $(cat node?.pid) 2>/dev/null
        for node in 0 1 2; do kill -QUIT $(postmaster $node) 2>/dev/null; done
        kill $store
        wait
        for attempt in $(seq 100); do
            ls data?/postmaster.pid >/dev/null 2>&1 || break
            sleep 0.1
        done
        cd / && rm -rf "$folder"

        """
}
