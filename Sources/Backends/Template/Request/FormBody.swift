/// A body of parts (RFC 7578): texts alone, each as it is.
struct FormBody {
    /// By name.
    let fields: [(name: String, value: String)]
    let boundary: String

    /// `seed`: what the boundary is made of, so that the same request is the same bytes. It grows until no value holds
    /// it.
    init(_ fields: [(name: String, value: String)], seed: String) {
        self.fields = fields
        let plain = seed.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(40)
        var boundary = "textifyd-" + plain
        while fields.contains(where: { $0.value.contains(boundary) }) { boundary += "x" }
        self.boundary = boundary
    }

    var type: String { "multipart/form-data; boundary=" + boundary }

    var bytes: [UInt8] {
        let parts = fields.map { field in
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\"\r\n\r\n\(field.value)\r\n"
        }
        return Array((parts.joined() + "--\(boundary)--\r\n").utf8)
    }
}
