/// The quality of pictures as symbols, ours beside chafa's.
struct SymbolReport {
    private(set) var table = Table(
        title: "symbols: mean error of 255",
        programs: ["ours", "chafa", "ours/chafa", "its own characters", "ours/them", "ours, ms"], compares: false)

    init() throws {
        let figures = try SymbolFigures().figures
        for figure in figures {
            table.add(
                figure.name, "",
                [
                    figure.ours, figure.theirs, figure.ours / figure.theirs, figure.theirsWithLines,
                    figure.theirsWithLines.map { figure.ours / $0 }, figure.time.best,
                ], digits: 2)
        }
        let count = Double(figures.count)
        let ours = figures.reduce(0) { $0 + $1.ours } / count
        let theirs = figures.reduce(0) { $0 + $1.theirs } / count
        let known = figures.compactMap { figure in figure.theirsWithLines.map { (figure.ours, $0) } }
        let withLines = known.isEmpty ? nil : known.reduce(0) { $0 + $1.0 } / known.reduce(0) { $0 + $1.1 }
        table.add(
            "all of them", "", [ours, theirs, ours / theirs, nil, withLines], digits: 2,
            wanted: "up to 1.05")
    }
}
