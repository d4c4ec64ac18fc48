internal import Glibc

/// The few socket calls that a test server needs, on 127.0.0.1 only.
enum Socket {
    struct Failure: Error {
        let call: String
        let code: Int32
    }

    /// Listens on a free port.
    /// - Parameter backlog: the number of connections that the kernel queues before they are accepted; it adds one.
    static func listen(backlog: Int32 = 128) throws(Failure) -> Int32 {
        let socket = try bindFreePort()
        guard Glibc.listen(socket, backlog) == 0 else {
            let code = errno
            close(socket)
            throw Failure(call: "listen", code: code)
        }
        return socket
    }

    /// Listens on a port that another socket of this process has bound, and that both share.
    static func listen(sharing port: UInt16) throws(Failure) -> Int32 {
        let socket = try bindFreePort(isShared: true, port)
        guard Glibc.listen(socket, 128) == 0 else {
            let code = errno
            close(socket)
            throw Failure(call: "listen", code: code)
        }
        return socket
    }

    /// Binds a free port without listening on it.
    /// - Parameters:
    ///   - isShared: whether other sockets may bind it as well, as long as none listens.
    ///   - port: the port; 0 for any.
    static func bindFreePort(isShared: Bool = false, _ port: UInt16 = 0) throws(Failure) -> Int32 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Failure(call: "socket", code: errno) }
        var isOn: Int32 = isShared ? 1 : 0
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0 else {
            let code = errno
            close(socket)
            throw Failure(call: "bind", code: code)
        }
        return socket
    }

    static func port(of socket: Int32) throws(Failure) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
        }
        guard code == 0 else { throw Failure(call: "getsockname", code: errno) }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Starts a connection to that port without waiting for it.
    static func beginConnecting(to port: UInt16) throws(Failure) -> Int32 {
        let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let socket = socket(AF_INET, flags, 0)
        guard socket >= 0 else { throw Failure(call: "socket", code: errno) }
        let code = connect(socket, to: port)
        guard code == 0 || errno == EINPROGRESS else {
            let code = errno
            close(socket)
            throw Failure(call: "connect", code: code)
        }
        return socket
    }

    /// A connection to that port; nil if nobody listens there.
    static func connect(to port: UInt16) -> Int32? {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return nil }
        var isOn: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        guard connect(socket, to: port) == 0 else {
            close(socket)
            return nil
        }
        return socket
    }

    private static func connect(_ socket: Int32, to port: UInt16) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Nil if the listener was closed.
    static func accept(_ listener: Int32) -> Int32? {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            if connection >= 0 {
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                var isOn: Int32 = 1
                setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
                return connection
            }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    /// Waits until one of these has bytes, or has ended; nil if none has within this time.
    static func firstReadable(_ sockets: [Int32], within limit: Duration? = nil) -> Int32? {
        var waits = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // Rounded up: what is due then must be due.
        let milliseconds = limit.map {
            Int32(clamping: $0.components.seconds * 1000 + $0.components.attoseconds / 1_000_000_000_000_000 + 1)
        }
        while poll(&waits, nfds_t(waits.count), milliseconds ?? -1) < 0 {  // blocking: the servers' threads
            guard errno == EINTR else { return nil }
        }
        return waits.first { $0.revents != 0 }?.fd
    }

    /// Nil at the end.
    static func receive(_ connection: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(connection, &bytes, bytes.count, 0)
            if count > 0 { return Array(bytes.prefix(count)) }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    /// False if the peer has closed the connection.
    static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(connection, buffer.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Wakes threads that read or accept on the socket.
    static func shutDown(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_RDWR)) }

    /// Closing it discards unsent data and resets the connection, as the end of a killed process may.
    static func resetWhenClosed(_ socket: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    static func close(_ socket: Int32) { _ = Glibc.close(socket) }
}
