/// The formats that services can be asked for.
package enum GeneratedFormat: String, Hashable, Sendable, Codable, CaseIterable {
    case png
    case jpeg
    case webp
}
