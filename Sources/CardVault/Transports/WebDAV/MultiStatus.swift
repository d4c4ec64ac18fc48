internal import Basics

/// The answer to PROPFIND (RFC 4918, 14.16): which files and folders there are, how large they are, and when they were
/// changed. Its reader knows as much of XML as this needs: no document types and so no entities of their own, no deep nesting; what is
/// not well-formed is no answer.
struct MultiStatus: Hashable, Sendable {
    struct Item: Hashable, Sendable {
        /// As the server wrote it: a path, or an address.
        var address = ""
        var isFolder = false
        var size: Int?
        /// A date as headers have it; empty where the server gives none.
        var modified = ""
        /// Of the whole item, where the server gives one instead of properties.
        var isMissing = false
    }

    private(set) var items: [Item] = []

    private static let deepest = 32

    /// Nil for anything else than a complete answer.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var reader = XMLReader(text)
        var path: [String] = []
        var item = Item()
        var content = ""
        while let event = reader.next() {
            switch event {
            case .start(let name):
                guard path.count < Self.deepest, path.isEmpty ? name == "DAV:multistatus" && !hasRoot : true else {
                    return nil
                }
                hasRoot = true
                path.append(name)
                content = ""
                if path.count == 2, name == "DAV:response" { item = Item() }
                if name == "DAV:collection", path.dropLast().last == "DAV:resourcetype" { item.isFolder = true }
            case .text(let text):
                content += text
            case .end:
                guard let name = path.popLast() else { return nil }
                let trimmed = content.trimmingBlanks
                switch (path.count, name) {
                case (1, "DAV:response"):
                    guard !item.address.isEmpty else { return nil }
                    items.append(item)
                case (2, "DAV:href") where item.address.isEmpty: item.address = trimmed
                case (2, "DAV:status"): item.isMissing = !trimmed.contains(" 2")
                case (4, "DAV:getcontentlength"): item.size = Int(trimmed)
                case (4, "DAV:getlastmodified"): item.modified = trimmed
                default: break
                }
                content = ""
            }
        }
        guard reader.isComplete, hasRoot, path.isEmpty else { return nil }
    }

    private var hasRoot = false
}

extension String {
    /// Without the blanks of XML (2.3) around it.
    fileprivate var trimmingBlanks: String {
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        guard let first = utf8.firstIndex(where: { !blanks.contains($0) }),
            let last = utf8.lastIndex(where: { !blanks.contains($0) })
        else { return "" }
        return String(self[first...last])
    }
}
