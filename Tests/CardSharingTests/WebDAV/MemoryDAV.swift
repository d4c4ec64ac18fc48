import Foundation
import Synchronization
import TestSupport

/// The files of a WebDAV server in memory, for a ``TestBackend`` that speaks HTTP. It keeps `If-None-Match: *`, as servers should.
final class MemoryDAV: Sendable {
    private struct Content {
        var files: [String: [UInt8]] = [:]
        var folders: Set<String> = []
    }

    private let root: String
    private let content: Mutex<Content>

    /// - Parameter root: the path that exists: `/dav`.
    init(root: String) {
        self.root = root
        content = Mutex(Content(folders: [root]))
    }

    /// The paths of its files, from the server's root on.
    var files: [String] { content.withLock { $0.files.keys.sorted() } }

    func answer(_ request: TestBackend.Request) -> TestBackend.Answer {
        let path = Self.path(request.path)
        let parent = (path as NSString).deletingLastPathComponent
        return content.withLock { content -> TestBackend.Answer in
            let isFolder = content.folders.contains(path)
            switch request.method {
            case "PROPFIND":
                guard isFolder || content.files[path] != nil else { return .status(404) }
                let isDeep = isFolder && request.headers["depth"] == "1"
                return Self.list(isDeep ? [path] + Self.children(of: path, content) : [path], content)
            case "MKCOL":
                if isFolder || content.files[path] != nil { return .status(405) }
                guard content.folders.contains(parent) else { return .status(409) }
                content.folders.insert(path)
                return .status(201)
            case "PUT":
                guard content.folders.contains(parent), !isFolder else { return .status(409) }
                if content.files[path] != nil, request.headers["if-none-match"] == "*" { return .status(412) }
                content.files[path] = request.body
                return .status(201)
            case "GET":
                guard let bytes = content.files[path] else { return .status(404) }
                return TestBackend.Answer(headers: ["Content-Type": "application/octet-stream"], [.bytes(bytes)])
            case "DELETE":
                return content.files.removeValue(forKey: path) == nil ? .status(404) : TestBackend.Answer(status: 204)
            default: return .status(501)
            }
        }
    }

    private static func path(_ text: String) -> String {
        let path = text.removingPercentEncoding ?? text
        return path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    private static func children(of folder: String, _ content: Content) -> [String] {
        let paths = Array(content.files.keys) + content.folders
        return paths.filter { ($0 as NSString).deletingLastPathComponent == folder }.sorted()
    }

    private static func list(_ paths: [String], _ content: Content) -> TestBackend.Answer {
        let items = paths.map { path in
            let properties =
                content.files[path].map { "<D:resourcetype/><D:getcontentlength>\($0.count)</D:getcontentlength>" }
                ?? "<D:resourcetype><D:collection/></D:resourcetype>"
            let address = content.files[path] == nil ? path + "/" : path
            return "<D:response><D:href>\(address)</D:href><D:propstat><D:prop>\(properties)</D:prop>"
                + "<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
        }
        return TestBackend.Answer.multiStatus(items.joined())
    }
}

extension TestBackend.Answer {
    /// The answer to PROPFIND with these `response` elements.
    static func multiStatus(_ responses: String) -> TestBackend.Answer {
        let text = "<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\">\(responses)</D:multistatus>"
        return TestBackend.Answer(status: 207, headers: ["Content-Type": "application/xml"], [.text(text)])
    }
}
