import PtySupport

/// Parses the position of the selection in the list: "Amber Bakery · 12 of 10000". A download's progress may follow.
enum StatusLine {
    static func position(on screen: VirtualTerminal) -> (rank: Int, count: Int)? {
        let words = screen.row(BenchmarkData.size.rows - 2).split(separator: " ")
        for (index, word) in words.enumerated() where word == "of" && index > 1 && index + 1 < words.count {
            if words[index - 2] == "·", let rank = Int(words[index - 1]), let count = Int(words[index + 1]) {
                return (rank, count)
            }
        }
        return nil
    }
}
