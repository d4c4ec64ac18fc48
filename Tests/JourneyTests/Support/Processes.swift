import CPty
import Glibc
import TestSupport

/// Processes whose end is awaited, held by descriptors: a process identifier could be reused meanwhile.
final class Processes: Sendable {
    let identifiers: [Int32]
    private let descriptors: [Int32]

    init(_ identifiers: [Int32]) {
        self.identifiers = identifiers
        descriptors = identifiers.map { pty_process_descriptor($0) }.filter { $0 >= 0 }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    /// The program and all processes it has started.
    static func family(of identifier: Int32) -> Processes { Processes([identifier] + children(of: identifier)) }

    /// Whether all of them end within the time.
    func end(within seconds: Int = 10) async -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        return await blocking { descriptors.allSatisfy { Self.waits($0, until: deadline) } }
    }

    private static func waits(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        let left = ContinuousClock.now.duration(to: deadline)
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, Int32(max(0, left.components.seconds) * 1000)) == 1  // blocking
    }

    /// The processes whose parent is this one.
    static func children(of identifier: Int32) -> [Int32] {
        guard let directory = opendir("/proc") else { return [] }
        defer { closedir(directory) }
        var children: [Int32] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let child = Int32(name), parent(of: child) == identifier { children.append(child) }
        }
        return children
    }

    private static func parent(of identifier: Int32) -> Int32? {
        guard let file = fopen("/proc/\(identifier)/stat", "r") else { return nil }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 512)
        let count = fread(&line, 1, line.count, file)
        // State and parent follow the name, which may contain anything (proc(5)).
        let fields = String(decoding: line.prefix(count), as: UTF8.self).split(separator: ")").last?.split(
            separator: " ")
        return fields.flatMap { $0.count > 1 ? Int32($0[1]) : nil }
    }
}
