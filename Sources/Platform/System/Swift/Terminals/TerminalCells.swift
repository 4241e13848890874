internal import CSystem

/// How much room text takes in a terminal.
public enum TerminalCells {
    /// 0, 1 or 2.
    public static func count(_ scalar: Unicode.Scalar) -> Int { Int(csys_cells(scalar.value)) }
}
