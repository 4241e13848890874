/// A table for people: columns as wide as their widest cell, separated by two spaces, without trailing spaces.
struct TextTable {
    /// Columns are not shrunk below this width.
    private static let narrowest = 6

    private let rows: [[String]]
    private let widths: [Int]

    init(_ rows: [[String]]) {
        self.rows = rows
        let count = rows.map(\.count).max() ?? 0
        widths = (0..<count).map { column in
            rows.map { column < $0.count ? CellText.width(of: $0[column]) : 0 }.max() ?? 0
        }
    }

    /// Formats the rows. If they don't fit, the widest column that is not `rigid` is shrunk first, and cut cells end
    /// with a mark. With `wraps` the last column is wrapped instead.
    func lines(within width: Int?, wraps: Bool = false, rigid: Set<Int> = []) -> [String] {
        let columns = width.map { fitting($0, rigid) } ?? widths
        return rows.flatMap { row in
            wraps ? wrapped(row, columns, width) : [cut(row, columns)]
        }
    }

    private func fitting(_ width: Int, _ rigid: Set<Int>) -> [Int] {
        var columns = widths
        while columns.reduce(0, +) + 2 * max(0, columns.count - 1) > width {
            let soft = columns.indices.filter { !rigid.contains($0) && columns[$0] > Self.narrowest }
            guard let widest = soft.max(by: { columns[$0] < columns[$1] }) else { break }
            columns[widest] -= 1
        }
        return columns
    }

    private func cut(_ row: [String], _ columns: [Int]) -> String {
        let cells = zip(row, columns).map { cell, width in
            CellText.padded(CellText.shortened(cell, width), to: width)
        }
        return cells.joined(separator: "  ").trimmingEnd
    }

    private func wrapped(_ row: [String], _ columns: [Int], _ width: Int?) -> [String] {
        guard let width, let last = row.last, row.count == columns.count, row.count > 1 else {
            return [cut(row, columns)]
        }
        let head =
            row.dropLast().enumerated().map { CellText.padded($1, to: widths[$0]) }.joined(separator: "  ") + "  "
        let indent = CellText.width(of: head)
        guard indent < width - 16 else { return [cut(row, columns)] }
        let lines = CellText.wrapped(last, width - indent)
        let blank = String(repeating: " ", count: indent)
        return lines.enumerated().map { (($0 == 0 ? head : blank) + $1).trimmingEnd }
    }
}
