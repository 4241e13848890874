/// The lines of an HTML picture and the looks that they use, each under a short name.
struct HTMLBody {
    private(set) var bytes: [UInt8] = []
    /// In the order of their first use.
    private var looks: [HTMLRun.Look] = []
    private var names: [HTMLRun.Look: Int] = [:]

    init(_ grid: ArtGrid) {
        for row in 0..<grid.rows {
            for run in HTMLRun.runs(of: grid.row(row).upToLastMark) { write(run) }
            bytes.append(10)
        }
    }

    /// A rule a look. Names begin with a letter that no blocker of advertisements looks for.
    func rules(within scope: String) -> String {
        looks.enumerated().map { "\(scope).\(HTMLBody.name($0)){\($1.style)}\n" }.joined()
    }

    private static func name(_ index: Int) -> String { "c" + String(index, radix: 36) }

    private mutating func write(_ run: HTMLRun) {
        guard let look = run.look else { return run.writeText(to: &bytes) }
        let element = look.element
        bytes.append(contentsOf: "<\(element) class=\(HTMLBody.name(number(of: look)))>".utf8)
        run.writeText(to: &bytes)
        bytes.append(contentsOf: "</\(element)>".utf8)
    }

    private mutating func number(of look: HTMLRun.Look) -> Int {
        if let known = names[look] { return known }
        names[look] = looks.count
        looks.append(look)
        return looks.count - 1
    }
}
