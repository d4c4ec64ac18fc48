internal import Basics

/// The answer to PROPFIND (RFC 4918, 14.16): which files and folders there are, how large they are, and when they were changed.
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

    /// Throws ``XML/Problem/missing`` where there is nothing to read it with.
    /// - Returns: nil for anything else than a complete answer.
    static func read(_ bytes: [UInt8]) throws(XML.Problem) -> MultiStatus? {
        var reading = Reading()
        do throws(XML.Problem) {
            guard try XML.read(bytes, { reading.take($0) }) else { return nil }
        } catch {
            switch error {
            case .missing, .noMemory: throw error
            case .malformed, .refused: return nil
            }
        }
        return reading.list
    }

    /// What was read so far.
    private struct Reading {
        var list = MultiStatus()
        private var path: [String] = []
        private var item = Item()
        private var content = ""

        /// False for what is no such answer.
        mutating func take(_ event: XML.Event) -> Bool {
            switch event {
            case .start(let name, _):
                if path.isEmpty, name != "DAV:multistatus" { return false }
                if name == "DAV:collection", path.last == "DAV:resourcetype" { item.isFolder = true }
                path.append(name)
                content = ""
                if path.count == 2, name == "DAV:response" { item = Item() }
            case .text(let text):
                content += text
            case .end:
                guard let name = path.popLast() else { return false }
                let trimmed = content.withoutXMLBlanks
                content = ""
                switch (path.count, name) {
                case (1, "DAV:response"):
                    if item.address.isEmpty { return false }
                    list.items.append(item)
                case (2, "DAV:href") where item.address.isEmpty: item.address = trimmed
                case (2, "DAV:status"): item.isMissing = !trimmed.contains(" 2")
                case (4, "DAV:getcontentlength"): item.size = Int(trimmed)
                case (4, "DAV:getlastmodified"): item.modified = trimmed
                default: break
                }
            }
            return true
        }
    }
}

extension String {
    /// Without the blanks of XML (2.3) around it.
    fileprivate var withoutXMLBlanks: String {
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        guard let first = utf8.firstIndex(where: { !blanks.contains($0) }),
            let last = utf8.lastIndex(where: { !blanks.contains($0) })
        else { return "" }
        return String(self[first...last])
    }
}
