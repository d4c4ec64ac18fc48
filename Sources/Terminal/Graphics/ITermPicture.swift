internal import Basics

/// A picture in iTerm2's protocol (iterm2.com/documentation-images.html): a file shown over a number of cells.
enum ITermPicture {
    /// The sequence that shows it at the cursor. The cursor moves; WezTerm can leave it in place
    /// (wezterm.org/imgcat.html), others ignore that argument.
    static func bytes(png: [UInt8], size: Size) -> [UInt8] {
        let arguments = [
            "inline=1", "size=\(png.count)", "width=\(size.columns)", "height=\(size.rows)", "preserveAspectRatio=0",
            "doNotMoveCursor=1",
        ]
        return Array("\u{1B}]1337;File=\(arguments.joined(separator: ";")):\(Base64.text(of: png))\u{07}".utf8)
    }
}
