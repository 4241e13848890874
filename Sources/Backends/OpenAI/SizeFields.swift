import Domain

/// A size as a service wants it written.
struct SizeFields {
    let style: Dialect.SizeStyle

    func fields(_ size: PictureSize) -> [String: JSONValue] {
        switch style {
        case .text: ["size": .text(size.text)]
        case .sides: ["width": .integer(Int64(size.width)), "height": .integer(Int64(size.height))]
        case .aspect(let ratios): aspect(size, ratios)
        }
    }

    /// The resolution counts the longer side, in thousands.
    private func aspect(_ size: PictureSize, _ ratios: [AspectRatio]) -> [String: JSONValue] {
        var fields: [String: JSONValue] = ["resolution": .text(max(size.width, size.height) > 1024 ? "2k" : "1k")]
        fields["aspect_ratio"] = AspectRatio.nearest(to: size, of: ratios).map { .text($0.name) }
        return fields
    }
}
