internal import CSystem

/// How much room text takes in a terminal.
package enum TerminalCells {
    /// 0, 1 or 2.
    package static func count(_ scalar: Unicode.Scalar) -> Int { Int(csys_cells(scalar.value)) }
}
