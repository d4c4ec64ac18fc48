internal import CNcurses
internal import Terminal

extension GlyphSet {
    /// The glyphs of a Linux console's font; all of them on every other terminal.
    /// - Parameters:
    ///   - name: TERM.
    ///   - descriptor: the terminal. Only a console of this machine can be queried.
    init(terminal name: String, descriptor: Int32) {
        guard name == "linux" || name.hasPrefix("linux-") else {
            self = .all
            return
        }
        var characters = [UInt16](repeating: 0, count: Int(UInt16.max))
        let count = console_characters(descriptor, &characters, Int32(characters.count))
        self = Self.console(count < 0 ? nil : Array(characters.prefix(Int(count))))
    }

    /// - Parameter characters: those that the console's font maps; nil if it cannot be queried.
    static func console(_ characters: [UInt16]?) -> GlyphSet {
        guard let characters, !characters.isEmpty else { return .letters }
        // A blank is drawn without a glyph.
        return .only(Set(characters.compactMap { Unicode.Scalar($0) }).union([" ", "\u{A0}"]))
    }
}
