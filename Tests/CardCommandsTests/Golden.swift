import Foundation
import Testing

/// Compares a text with a file beside the tests. A file that is missing is written, and the test fails this once, so that
/// someone looks at it.
enum Golden {
    static func expect(_ text: String, named name: String, _ location: SourceLocation = #_sourceLocation) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens")
        let file = folder.appendingPathComponent(name)
        guard let golden = try? String(contentsOf: file, encoding: .utf8) else {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            Issue.record(
                "The golden file \(name) was missing and is written now; look at it.", sourceLocation: location)
            return
        }
        #expect(text == golden, "\(name) differs; delete it to write it anew", sourceLocation: location)
    }
}
