import Glibc

/// The kernel's counters of a process: CPU time, context switches, memory.
struct ProcessStatus {
    /// User and system time of all threads, in ticks of 10 ms.
    let ticks: Int
    /// Voluntary context switches of all threads: each is a wake-up that follows or followed.
    let switches: Int
    let threads: Int
    /// The peak memory, in megabytes.
    let peakMemory: Double

    let process: Int32

    /// The child process that decodes photos for a program; nil if none is running.
    static func helper(of process: Int32) -> ProcessStatus? {
        for child in names(in: "/proc").compactMap({ Int32($0) })
        where text(of: "/proc/\(child)/cmdline").split(separator: "\0").dropFirst().first == "--decode-photos" {
            // The second field after the name is the parent.
            let fields = text(of: "/proc/\(child)/stat").split(separator: ")").last?.split(separator: " ") ?? []
            if fields.count > 1, Int32(fields[1]) == process { return ProcessStatus(of: child) }
        }
        return nil
    }

    init(of process: Int32) {
        self.process = process
        let folder = "/proc/\(process)"
        // After the name in parentheses, which may contain anything.
        let fields = Self.text(of: folder + "/stat").split(separator: ")").last?.split(separator: " ") ?? []
        ticks = fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
        peakMemory = Double(Self.number("VmHWM", in: folder + "/status")) / 1024
        let names = Self.names(in: folder + "/task")
        threads = names.count
        switches = names.reduce(0) { $0 + Self.number("voluntary_ctxt_switches", in: folder + "/task/\($1)/status") }
    }

    private static func number(_ key: String, in file: String) -> Int {
        for line in text(of: file).split(separator: "\n") where line.hasPrefix(key + ":") {
            return line.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) } ?? 0
        }
        return 0
    }

    private static func text(of file: String) -> String {
        guard let file = fopen(file, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Without hidden ones.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
