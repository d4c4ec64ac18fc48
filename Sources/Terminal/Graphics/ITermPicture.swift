internal import Basics

/// A picture as the protocol of iTerm2 has it (iterm2.com/documentation-images.html): a file that is shown over so many cells.
enum ITermPicture {
    /// What shows it at the cursor. That moves; WezTerm leaves it alone (wezterm.org/imgcat.html), others do not know the word.
    static func bytes(png: [UInt8], size: Size) -> [UInt8] {
        let arguments = [
            "inline=1", "size=\(png.count)", "width=\(size.columns)", "height=\(size.rows)", "preserveAspectRatio=0",
            "doNotMoveCursor=1",
        ]
        return Array("\u{1B}]1337;File=\(arguments.joined(separator: ";")):\(Base64.text(of: png))\u{07}".utf8)
    }
}
