/// Which part of a given picture is painted anew, while the rest stays.
package enum MaskKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Where it can be seen through.
    case transparent
}
