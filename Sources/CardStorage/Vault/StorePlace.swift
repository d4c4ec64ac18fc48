internal import CFileStatus
internal import Glibc

/// Which file a store is, so that a copy of it finds out: the machine, the inode, and when the inode was made. Mounting a file system anew
/// changes none of them. A copy in another file system, or a snapshot of one, may have the same inode: where the file system has an
/// identifier of its own, that counts, too.
struct StorePlace: Hashable {
    /// As it is noted in the store; empty for a store without a file.
    let text: String
    /// As versions before 14 noted it.
    private let formerText: String

    init() { (text, formerText) = ("", "") }

    init(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            self.init()
            return
        }
        var born = timespec()
        var system = statvfs()
        self.init(
            machine: Self.machine, device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
            born: cfilestatus_birth(path, &born) ? (Int64(born.tv_sec), Int64(born.tv_nsec)) : nil,
            fileSystem: statvfs(path, &system) == 0 ? UInt64(system.f_fsid) : 0)
    }

    /// - Parameter born: seconds and nanoseconds; nil where the file system does not tell, and zero where it has none.
    /// - Parameter fileSystem: its identifier. Some file systems have none, 0, or the number of the device, which the next mount may change.
    init(
        machine: String, device: UInt64, inode: UInt64, born: (seconds: Int64, nanoseconds: Int64)?, fileSystem: UInt64
    ) {
        formerText = "\(machine) \(device) \(inode)"
        guard let born, born != (0, 0) else {
            text = formerText
            return
        }
        let system = fileSystem == device ? 0 : fileSystem
        text = "\(machine) \(inode) \(born.seconds).\(born.nanoseconds) \(system)"
    }

    /// Whether it is the file that was noted. In doubt it is not: two stores must never be one device.
    func isSame(asNoted noted: String) -> Bool { noted == text || noted == formerText }

    /// The identifier of the machine's installation (machine-id(5)); empty where there is none.
    private static let machine: String = {
        guard let file = fopen("/etc/machine-id", "re") else { return "" }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = fread(&buffer, 1, buffer.count, file)
        return String(decoding: buffer.prefix(count).prefix { $0 > 0x20 }, as: UTF8.self)
    }()
}
