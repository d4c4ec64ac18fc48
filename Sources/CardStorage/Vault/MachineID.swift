internal import Glibc

/// The identifier of the machine's installation (machine-id(5)); empty where there is none.
enum MachineID {
    static let text: String = {
        guard let file = fopen("/etc/machine-id", "re") else { return "" }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = fread(&buffer, 1, buffer.count, file)
        return String(decoding: buffer.prefix(count).prefix { $0 > 0x20 }, as: UTF8.self)
    }()
}
