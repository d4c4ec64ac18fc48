internal import Foundation
internal import Glibc

/// A private folder of a test, deleted with the value.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        path = NSTemporaryDirectory() + "tests-" + String(UInt64.random(in: .min ... .max), radix: 36)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Returns the path of the file.
    public func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        let file = path + "/" + name
        if mode & 0o100 != 0 {
            try Self.writeProgram(text, to: file, mode: mode_t(mode))
        } else {
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        }
        return file
    }

    /// A program that can be started at once. A child that another test forked in the meantime has this descriptor until its own program
    /// starts, and so long the kernel starts no program of that file (`ETXTBSY`): it shares the lock, too, and is waited for.
    private static func writeProgram(_ text: String, to file: String, mode: mode_t) throws {
        func check(_ result: Int) throws { if result < 0 { throw POSIXError(.init(rawValue: errno) ?? .EIO) } }
        let descriptor = Glibc.open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        try check(Int(descriptor))
        do {
            defer { close(descriptor) }
            try check(Int(flock(descriptor, LOCK_EX)))
            try check(Int(fchmod(descriptor, mode)))
            try check(Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) })
        }
        let other = Glibc.open(file, O_RDONLY | O_CLOEXEC)
        try check(Int(other))
        defer { close(other) }
        try check(Int(flock(other, LOCK_SH)))
    }

    public func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    public func bytes(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }

    public func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

    public func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)), as: UTF8.self)
    }

    public func mode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
    }

    public var names: [String] { names(in: "") }

    /// What is in a folder below it.
    public func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []).sorted()
    }
}
