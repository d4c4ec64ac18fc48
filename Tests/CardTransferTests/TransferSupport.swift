import CardStorage
import Cards
import Foundation
import TestSupport
import Testing

@testable import CardTransfer

/// Files of other programs, made by the tests, and what reads them.
enum Made {
    /// The first bytes of a PNG, and others behind them: no test decodes it.
    static func picture(_ number: Int, count: Int = 40) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47] + (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }
    }

    static func zip(
        _ entries: [(String, [UInt8])], password: String? = nil, isPacked: Bool = true
    ) throws -> [UInt8] {
        var writer = ZipWriter(password: password.map { Array($0.utf8) })
        for (name, bytes) in entries { try writer.add(name, bytes, isPacked: isPacked) }
        writer.finish()
        return writer.drain()
    }

    static func catima(_ rows: [String], groups: [String] = [], links: [String] = [], header: String? = nil) -> String {
        let header = header ?? CatimaColumn.allCases.map(\.rawValue).joined(separator: ",")
        return (["2", "", "_id"] + groups + ["", header] + rows + ["", "cardId,groupId"] + links)
            .map { $0 + "\r\n" }.joined()
    }
}

extension SQLiteCardStore {
    static func inMemory() throws -> SQLiteCardStore { try SQLiteCardStore(at: inMemory) }

    func take(_ text: String, _ change: @Sendable (inout ImportRequest) -> Void = { _ in }) async throws
        -> FileImportReport
    {
        try await take(Array(text.utf8), change)
    }

    func take(_ bytes: [UInt8], _ change: @Sendable (inout ImportRequest) -> Void = { _ in }) async throws
        -> FileImportReport
    {
        var request = ImportRequest()
        change(&request)
        return try await importFile(MemoryFile(bytes), request)
    }

    func everything() async throws -> [Card] { try await cards(from: 0, limit: 100_000) }

    /// The cards in list order, without what differs between two stores.
    func comparable() async throws -> [Card] {
        try await everything().map { card in
            var copy = Card(identifier: CardID("same") ?? card.identifier, name: card.name)
            copy.copy(card.filledFields.subtracting([.created, .modified]), from: card)
            return copy
        }
    }
}

func bytes(_ export: CardExport) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let chunk = try await export.nextChunk() { bytes += chunk }
    return bytes
}

func catima(_ store: SQLiteCardStore, password: String? = nil) async throws -> [UInt8] {
    try await bytes(.catima(.all, of: store, password: password.map { Array($0.utf8) }))
}

func catimaTable(_ store: SQLiteCardStore) async throws -> String {
    String(decoding: try await bytes(.catima(.all, of: store, asTable: true)), as: UTF8.self)
}

/// Runs a shell command on a file with these bytes, `$1`; returns what it wrote to `$2`. Nil if the command failed.
func shell(_ command: String, on bytes: [UInt8]) async throws -> String? {
    let folder = try TemporaryFolder()
    let (input, output) = (folder.path + "/input", folder.path + "/output")
    try Data(bytes).write(to: URL(fileURLWithPath: input))
    let isDone = try await succeeds("{ \(command); } > \"$2\" 2>\"$2.err\"", input, output)
    let text = try folder.text(of: "output")
    if !isDone {
        Issue.record("\(command): \(text) \(try folder.text(of: "output.err"))")
        return nil
    }
    return text
}
