import TestSupport
import Testing

@testable import Cards

/// The set of fields answers as any set does.
struct FieldSetTests {
    @Test("operations on known fields and unknown members are those of a set")
    func sameAsSet() {
        var generator = SeededGenerator(usual: 23)
        let all = CardField.known + [.unknown("tier"), .unknown("e\u{301}"), .unknown("\u{E9}")]
        func some() -> [CardField] { all.filter { _ in Bool.random(using: &generator) } }
        for _ in 0..<300 {
            let (one, two) = (some(), some())
            let (left, right) = (FieldSet(one), FieldSet(two))
            let (leftSet, rightSet) = (Set(one), Set(two))
            #expect(Set(left) == leftSet && left.count == one.count && left.isEmpty == one.isEmpty)
            #expect(Set(left.union(right)) == leftSet.union(rightSet))
            #expect(Set(left.intersection(right)) == leftSet.intersection(rightSet))
            #expect(Set(left.subtracting(right)) == leftSet.subtracting(rightSet))
            #expect(Set(left.symmetricDifference(right)) == leftSet.symmetricDifference(rightSet))
            #expect(left.isSubset(of: right) == leftSet.isSubset(of: rightSet))
            #expect((left == right) == (leftSet == rightSet))
            #expect(Set(left.filter(right.contains)) == leftSet.filter(rightSet.contains))
            #expect(left.only == (one.count == 1 ? one[0] : nil))
            var (changed, changedSet) = (left, leftSet)
            for field in two {
                #expect(changed.remove(field) == changedSet.remove(field))
                #expect(changed.insert(field).inserted == changedSet.insert(field).inserted)
            }
            #expect(Set(changed) == changedSet)
        }
    }
}
