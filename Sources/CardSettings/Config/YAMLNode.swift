internal import CYAML

/// A value in a YAML file with its position. Text is kept as written: the reader of the settings interprets numbers and
/// booleans.
struct YAMLNode: Equatable {
    /// Line and column, from 1.
    struct Position: Equatable {
        var line: Int
        var column: Int
    }

    struct Member: Equatable {
        var key: String
        var keyPosition: Position
        var value: YAMLNode
    }

    enum Content: Equatable {
        /// `isPlain` distinguishes `true` from `"true"`: quoted text is always text.
        case text(String, isPlain: Bool)
        case list([YAMLNode])
        /// In the order of the file; keys may be duplicated.
        case map([Member])
    }

    var position: Position
    var content: Content

    /// The text of a scalar, quoted or not.
    var text: String? { if case .text(let text, _) = content { text } else { nil } }

    /// An empty value, `~` or `null`.
    var isNull: Bool {
        guard case .text(let text, isPlain: true) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// The booleans of YAML 1.2, and `yes`, `no`, `on` and `off`.
    var bool: Bool? {
        guard case .text(let text, isPlain: true) = content else { return nil }
        switch text.lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default: return nil
        }
    }

    /// The type's name for messages.
    var kind: String {
        switch content {
        case .text: "text"
        case .list: "a list"
        case .map: "a map of keys"
        }
    }
}

/// Why a text is not valid YAML or not supported, and where.
struct YAMLError: Error, Equatable {
    var position: YAMLNode.Position
    var reason: String
}

/// Parses one YAML document into ``YAMLNode``, by libyaml's events.
///
/// Aliases are rejected, so that a short file cannot expand to a huge tree, and the depth is bounded: settings need neither.
struct YAMLReading {
    /// The settings are three levels deep.
    static let maximumDepth = 16

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let bytes: UnsafeBufferPointer<UInt8>

    /// The document; nil if there is none (an empty file, or only comments). Throws ``YAMLError``.
    static func document(in bytes: [UInt8]) throws(YAMLError) -> YAMLNode? {
        // libyaml keeps pointers to its parser and its input: neither may move until it is done.
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        defer { parser.deallocate() }
        guard yaml_parser_initialize(parser) == 1 else {
            throw YAMLError(position: .init(line: 1, column: 1), reason: "there is not enough memory to read it")
        }
        defer { yaml_parser_delete(parser) }
        let result = bytes.withUnsafeBufferPointer { buffer in
            yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
            return Result { () throws(YAMLError) in
                try YAMLReading(parser: parser, bytes: buffer).document()
            }
        }
        return try result.get()
    }

    private func document() throws(YAMLError) -> YAMLNode? {
        var document: YAMLNode?
        while true {
            let event = try Event(next: self)
            switch event.type {
            case YAML_STREAM_END_EVENT: return document
            case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
            case YAML_DOCUMENT_START_EVENT:
                guard document == nil else {
                    throw YAMLError(position: event.position, reason: "a second document starts here")
                }
            default: document = try node(event, depth: 0)
            }
        }
    }

    private func node(_ event: borrowing Event, depth: Int) throws(YAMLError) -> YAMLNode {
        guard depth <= Self.maximumDepth else {
            throw YAMLError(position: event.position, reason: "it is nested too deeply")
        }
        switch event.type {
        case YAML_SCALAR_EVENT:
            return YAMLNode(position: event.position, content: .text(event.text, isPlain: event.isPlain))
        case YAML_SEQUENCE_START_EVENT:
            return YAMLNode(position: event.position, content: .list(try list(depth: depth)))
        case YAML_MAPPING_START_EVENT:
            return YAMLNode(position: event.position, content: .map(try map(depth: depth)))
        case YAML_ALIAS_EVENT:
            throw YAMLError(position: event.position, reason: "aliases (*name) are not supported")
        default:
            throw YAMLError(position: event.position, reason: "a value is missing here")
        }
    }

    private func list(depth: Int) throws(YAMLError) -> [YAMLNode] {
        var elements: [YAMLNode] = []
        while true {
            let event = try Event(next: self)
            if event.type == YAML_SEQUENCE_END_EVENT { return elements }
            elements.append(try node(event, depth: depth + 1))
        }
    }

    private func map(depth: Int) throws(YAMLError) -> [YAMLNode.Member] {
        var members: [YAMLNode.Member] = []
        while true {
            let event = try Event(next: self)
            if event.type == YAML_MAPPING_END_EVENT { return members }
            guard event.type == YAML_SCALAR_EVENT else {
                throw YAMLError(position: event.position, reason: "a key must be text")
            }
            let value = try node(Event(next: self), depth: depth + 1)
            members.append(.init(key: event.text, keyPosition: event.position, value: value))
        }
    }

    fileprivate func next(_ event: inout yaml_event_t) throws(YAMLError) {
        guard yaml_parser_parse(parser, &event) == 1 else { throw error() }
    }

    /// libyaml's error. For invalid UTF-8 it reports only the byte offset; the line is counted here.
    private func error() -> YAMLError {
        let reason = parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be read"
        guard parser.pointee.error == YAML_READER_ERROR else {
            return YAMLError(position: .init(parser.pointee.problem_mark), reason: reason)
        }
        let before = bytes.prefix(parser.pointee.problem_offset)
        let line = before.count { $0 == UInt8(ascii: "\n") }
        let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
        return YAMLError(position: .init(line: line + 1, column: column + 1), reason: reason)
    }
}

/// One event of libyaml, freed on deinit.
private struct Event: ~Copyable {
    private var event = yaml_event_t()

    init(next reading: YAMLReading) throws(YAMLError) { try reading.next(&event) }

    deinit {
        // The function needs a mutable pointer; it frees what the event points to.
        var event = event
        yaml_event_delete(&event)
    }

    var type: yaml_event_type_t { event.type }
    var position: YAMLNode.Position { .init(event.start_mark) }
    var isPlain: Bool { event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE }

    /// The text of a scalar.
    var text: String {
        let scalar = event.data.scalar
        return String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    }
}

extension YAMLNode.Position {
    fileprivate init(_ mark: yaml_mark_t) { self.init(line: mark.line + 1, column: mark.column + 1) }
}
