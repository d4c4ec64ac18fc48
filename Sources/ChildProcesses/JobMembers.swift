internal import Basics
internal import CProcess
internal import Glibc

/// What a child on the terminal has started, directly or not, as far as it is still in the process group of this process: the editor of
/// a wrapper script, for example. The wrapper may end before it.
///
/// They are held by descriptors (pidfd), since their numbers may be given to other processes.
final class JobMembers: Sendable {
    private let descriptors: [Int32]

    /// Reads /proc once: what is started later is no member. On kernels before 5.3 there are none.
    init(startedBy identifier: Int32) {
        let group = getpgrp()
        var others = Self.all().filter { $0.group == group }
        var (members, parents): ([Entry], Set<Int32>) = ([], [identifier])
        while !parents.isEmpty {
            let children = others.filter { parents.contains($0.parent) }
            others.removeAll { parents.contains($0.parent) }
            members += children
            parents = Set(children.map(\.identifier))
        }
        descriptors = members.compactMap { member in
            let descriptor = cprocess_descriptor(member.identifier)
            guard descriptor >= 0 else { return nil }
            // It may have ended before the descriptor was made.
            if Entry(member.identifier) == member { return descriptor }
            close(descriptor)
            return nil
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    func signal(_ number: Int32) { for descriptor in descriptors { cprocess_signal(descriptor, number) } }

    /// Blocks until all of them have ended, or until the deadline; returns whether all have ended.
    @discardableResult
    func waitForEnd(until deadline: ContinuousClock.Instant) -> Bool {
        var running = descriptors
        while !running.isEmpty, let index = Readiness.first(of: running, until: deadline) { running.remove(at: index) }
        return running.isEmpty
    }

    /// One process by the beginning of its status, proc(5).
    private struct Entry: Equatable {
        let identifier: Int32
        let parent: Int32
        let group: Int32

        /// Nil if there is no such process.
        init?(_ identifier: Int32) {
            let file = open("/proc/\(identifier)/stat", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            let bytes = Descriptor(owning: file).read(upTo: 512) ?? []
            // State, parent and group follow the name, which may contain anything.
            let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
            guard fields.count > 2, let parent = Int32(fields[1]), let group = Int32(fields[2]) else { return nil }
            self.identifier = identifier
            self.parent = parent
            self.group = group
        }
    }

    private static func all() -> [Entry] {
        PathText.names(inFolder: "/proc").compactMap { Int32($0).flatMap { Entry($0) } }
    }
}
