/// Where two texts differ: between what they have in common at their beginnings and at their ends, by characters. Nil where that
/// is nothing, and where they have nothing in common: then all of it differs, and needs no mark.
struct TextDifference: Hashable {
    let left: Range<Int>?
    let right: Range<Int>?

    init(_ left: String, _ right: String) {
        let (left, right) = (Array(left), Array(right))
        let shorter = min(left.count, right.count)
        let start = zip(left, right).prefix { $0 == $1 }.count
        let end = min(shorter - start, zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count)
        let isAll = start + end == 0
        let range = { (count: Int) in isAll || start >= count - end ? nil : start..<count - end }
        (self.left, self.right) = (range(left.count), range(right.count))
    }
}
