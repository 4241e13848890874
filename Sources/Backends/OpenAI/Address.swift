import BackendKit

/// The parts of a base address that matter here.
struct Address {
    let base: String

    init(_ base: String) {
        self.base = BaseAddress.trimmed(base)
    }

    func appending(_ path: String) -> String { base + path }

    /// Whether this is OpenAI's own service, whose habits are known, and not one that speaks like it.
    var isOpenAI: Bool { host == "api.openai.com" || host.hasSuffix(".api.openai.com") }

    /// In small letters, without user and port.
    private var host: String {
        let rest = base.firstRange(of: "://").map { base[$0.upperBound...] } ?? base[...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@").last ?? ""
        return host.prefix { $0 != ":" }.lowercased()
    }
}
