/// A text that runs on from row to row and begins anew when it ends.
struct ReadingFlow {
    private let clusters: [Cluster]
    private var next = 0

    /// One blank stands between the end and the next beginning, if the text has blanks at all.
    init(_ text: [Cluster]) {
        let words = text.split { $0.isBlank }
        clusters =
            words.count > 1 || text.contains { $0.isBlank }
            ? Array(words.map(Array.init).joined(separator: [.blank])) + [.blank] : text
    }

    /// The clusters of the next row: as many cells as there are columns. A wide one that has only half of its room left
    /// goes to the next row; no row begins with a blank.
    mutating func row(columns: Int) -> [Cluster] {
        var row: [Cluster] = []
        var used = 0
        guard clusters.contains(where: { !$0.isBlank && $0.cells <= columns }) else {
            return Array(repeating: .blank, count: columns)
        }
        while used < columns {
            let cluster = clusters[next]
            guard used > 0 || !cluster.isBlank else {
                advance()
                continue
            }
            guard used + cluster.cells <= columns else {
                row.append(.blank)
                used += 1
                // One that fits no row is left out.
                if cluster.cells > columns { advance() }
                continue
            }
            row.append(cluster)
            used += cluster.cells
            advance()
        }
        return row
    }

    private mutating func advance() { next = (next + 1) % clusters.count }
}
