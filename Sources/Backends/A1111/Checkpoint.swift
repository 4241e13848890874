/// A model by one of the names that the web UI knows it by: `name`, `folder/name.safetensors`, `name [hash]`, `hash`.
struct Checkpoint {
    private let name: String
    private let stem: String

    init(_ name: String) {
        self.name = name.lowercased()
        stem = Self.stem(self.name)
    }

    /// Whether one of these names is this model's.
    func isNamed(in names: [String?]) -> Bool {
        names.contains { other in
            guard let other = other?.lowercased(), !other.isEmpty else { return false }
            return other == name || Self.stem(other) == stem || hash(of: other) == name
        }
    }

    private func hash(of title: String) -> String? {
        guard title.hasSuffix("]"), let open = title.lastIndex(of: "[") else { return nil }
        return String(title[title.index(after: open)...].dropLast())
    }

    /// Without folders, hash and the ending of a file of weights.
    private static func stem(_ name: String) -> String {
        var stem = name[...]
        if stem.hasSuffix("]"), let open = stem.lastIndex(of: "[") { stem = stem[..<open] }
        while stem.hasSuffix(" ") { stem = stem.dropLast() }
        if let slash = stem.lastIndex(where: { $0 == "/" || $0 == "\\" }) { stem = stem[stem.index(after: slash)...] }
        for ending in [".safetensors", ".ckpt", ".pth", ".pt", ".sft", ".gguf"] where stem.hasSuffix(ending) {
            return String(stem.dropLast(ending.count))
        }
        return String(stem)
    }
}
