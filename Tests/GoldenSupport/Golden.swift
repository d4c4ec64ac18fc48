internal import Foundation
internal import Testing

/// Compares text with a golden file beside the tests. A missing file is written and the test fails once, so that the file is
/// reviewed before it is committed; CARDS_RECORD=1 in the environment rewrites all of them.
public func expectGolden(_ text: String, named name: String, testFile: StaticString = #filePath) {
    let folder = URL(fileURLWithPath: "\(testFile)").deletingLastPathComponent().appendingPathComponent("Goldens")
    let file = folder.appendingPathComponent(name + ".txt")
    let isRecording = ProcessInfo.processInfo.environment["CARDS_RECORD"] == "1"
    guard !isRecording, let expected = try? String(contentsOf: file, encoding: .utf8) else {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        } catch {
            Issue.record("\(name): the golden file cannot be written: \(error)")
        }
        if !isRecording {
            Issue.record("\(name): there was no golden file; it has been written: look at it and run again")
        }
        return
    }
    guard text != expected else { return }
    let differences = zip(
        text.split(separator: "\n", omittingEmptySubsequences: false),
        expected.split(separator: "\n", omittingEmptySubsequences: false)
    ).filter { $0 != $1 }.prefix(5).map { "  is       \($0)\n  expected \($1)" }
    Issue.record("\(name) differs from its golden file:\n\(differences.joined(separator: "\n"))\n\nwhole:\n\(text)")
}

/// Compares text with the section of a document of this package between the lines `<!-- name -->` and `<!-- /name -->`.
/// The section of a top-level document between `<!-- name -->` and `<!-- /name -->`.
public func part(named name: String, of document: String, testFile: StaticString = #filePath) throws -> String? {
    let root = URL(fileURLWithPath: "\(testFile)").deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    let whole = try String(contentsOf: root.appendingPathComponent(document), encoding: .utf8)
    guard let start = whole.range(of: "<!-- \(name) -->\n"),
        let end = whole.range(of: "<!-- /\(name) -->", range: start.upperBound..<whole.endIndex)
    else { return nil }
    return String(whole[start.upperBound..<end.lowerBound])
}
