/// The column of labels of the card's screen and of the form: on both, labels end and texts begin in the same columns.
enum LabelColumn {
    static let columns = 10
    /// Where the texts begin.
    static let text = columns + 2
}
