/// Lines that may have only so many bytes or characters.
enum RowBudget {
    private static let ladder: [Double] = [0, 2, 4, 8, 12, 16, 24, 32, 48, 64, 200]

    /// A row written with as many pens as there is room for: at first as it is, then with ever fewer.
    static func fit(
        _ cells: ArraySlice<ArtCell>, _ limit: Int, length: ([UInt8]) -> Int, _ write: ([ArtCell]) -> [UInt8]
    ) -> [UInt8] {
        var written: [UInt8] = []
        for tolerance in ladder {
            var reuse = PenReuse(tolerance: tolerance)
            written = write(tolerance == 0 ? Array(cells) : reuse.row(cells))
            if length(written) <= limit { return written }
        }
        // Pure black and white have kept their pens until now.
        return write(cells.map(\.withoutColors))
    }
}
