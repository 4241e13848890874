internal import Domain

/// The URL of a request in the form in which it is signed: libcurl signs path and query as they are written. The path has
/// only unreserved characters and slashes, everything else encoded; the query is sorted, and every name has an equals sign.
struct S3URL {
    let text: String

    /// `path`: segments that are not encoded yet. `query`: names and values that are not encoded yet.
    init(endpoint: String, path: [String], query: [(name: String, value: String)] = []) {
        let segments = path.map { PercentEncoding.encoded($0) }
        let pairs = query.map { (name: PercentEncoding.encoded($0.name), value: PercentEncoding.encoded($0.value)) }
        let order = pairs.sorted { one, other in
            Array((one.name + "\0" + one.value).utf8).lexicographicallyPrecedes((other.name + "\0" + other.value).utf8)
        }
        let items = order.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        text = endpoint + "/" + segments.joined(separator: "/") + (items.isEmpty ? "" : "?" + items)
    }
}
