import Glibc
import PtySupport
import Terminal
import TestSupport

/// An sshd of a test's own on 127.0.0.1, with one key for both sides, gone with the value.
final class SecureShell: Sendable {
    /// As root, sshd wants a folder of its own that only the system's start makes; a mount namespace can have one.
    private static let needsFolder = getuid() == 0 && !Files.exists("/run/sshd")

    static let isPossible =
        ["/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/ssh-keygen"].allSatisfy(Files.exists)
        && (!needsFolder || system("unshare -m mount -t tmpfs none /run 2>/dev/null") == 0)

    private let home: Home
    private let port: UInt16
    private let server: TerminalProgram

    init(_ home: Home) async throws {
        self.home = home
        let keygen = try TerminalProgram(
            "/usr/bin/ssh-keygen", arguments: ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", home.path("key")])
        _ = try await keygen.exitStatus()
        let publicKey = try home.folder.text(of: "key.pub")
        var started: (UInt16, TerminalProgram)?
        // Between finding a free port and taking it, another program may be faster.
        for _ in 0..<5 where started == nil {
            let port = try Self.freePort()
            _ = try home.folder.write("[127.0.0.1]:\(port) \(publicKey)", to: "known_hosts")
            let settings = try home.folder.write(
                """
                ListenAddress 127.0.0.1
                Port \(port)
                HostKey \(home.path("key"))
                AuthorizedKeysFile \(home.path("key.pub"))
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                KbdInteractiveAuthentication no
                PermitRootLogin prohibit-password
                PidFile none
                PrintMotd no
                PrintLastLog no

                """, to: "sshd_config")
            let daemon = "exec /usr/sbin/sshd -D -e -f \(settings)"
            let program = try TerminalProgram(
                "/bin/sh",
                arguments: [
                    "-c",
                    Self.needsFolder
                        ? "exec unshare -m sh -c 'mount -t tmpfs none /run && mkdir /run/sshd && \(daemon)'" : daemon,
                ])
            try? await program.wait(for: "Server listening on 127.0.0.1 port \(port)")
            if await program.text.contains("Server listening") { started = (port, program) }
        }
        guard let started else { throw JourneyError("sshd did not start") }
        (port, server) = started
    }

    /// `ssh -t` with that command line.
    func connect(_ command: String) throws -> TerminalProgram {
        let options = [
            "BatchMode=yes", "StrictHostKeyChecking=yes", "UserKnownHostsFile=" + home.path("known_hosts"),
            "GlobalKnownHostsFile=/dev/null", "IdentitiesOnly=yes", "LogLevel=ERROR",
        ]
        return try home.start(
            program: "/usr/bin/ssh",
            ["-F", "/dev/null", "-i", home.path("key"), "-p", "\(port)"] + options.flatMap { ["-o", $0] }
                + ["-t", "127.0.0.1", command])
    }

    private static func freePort() throws -> UInt16 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 ? getsockname(socket, $0, &length) : -1
            }
        }
        guard code == 0 else { throw JourneyError("no free port") }
        return UInt16(bigEndian: address.sin_port)
    }
}
