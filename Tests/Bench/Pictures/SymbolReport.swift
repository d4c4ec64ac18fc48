/// How true pictures as symbols are, ours beside chafa's.
struct SymbolReport {
    private(set) var table = Table(
        title: "symbols: mean error of 255", programs: ["ours", "chafa", "ours/chafa", "ours, ms"], compares: false)

    init() throws {
        let figures = try SymbolFigures().figures
        for figure in figures {
            table.add(
                figure.name, "", [figure.ours, figure.theirs, figure.ours / figure.theirs, figure.time.best],
                digits: 2)
        }
        let (ours, theirs) = figures.reduce((0.0, 0.0)) { ($0.0 + $1.ours, $0.1 + $1.theirs) }
        let count = Double(figures.count)
        table.add("all of them", "", [ours / count, theirs / count, ours / theirs], digits: 2, wanted: "up to 1.05")
    }
}
