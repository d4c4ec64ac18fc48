import PtySupport

/// Parses the position of the selection in the list: "· 12 of 10000".
enum StatusLine {
    static func position(on screen: VirtualTerminal) -> (rank: Int, count: Int)? {
        let words = screen.row(BenchmarkData.size.rows - 2).split(separator: " ")
        guard let of = words.lastIndex(of: "of"), of > 0, of + 1 < words.count, let rank = Int(words[of - 1]),
            let count = Int(words[of + 1])
        else { return nil }
        return (rank, count)
    }
}
