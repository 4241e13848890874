import Domain

/// Fields of which some lie in objects: the name `a.b` is the member `b` of the object `a`.
struct NestedFields {
    private(set) var members: [String: JSONValue] = [:]

    mutating func set(_ name: String, _ value: JSONValue) {
        members = Self.setting(name.split(separator: ".").map(String.init)[...], to: value, in: members)
    }

    /// What is given wins; objects are laid over each other.
    mutating func merge(_ given: [String: JSONValue]) {
        members = Self.merged(members, given)
    }

    private static func setting(
        _ path: ArraySlice<String>, to value: JSONValue, in members: [String: JSONValue]
    ) -> [String: JSONValue] {
        guard let first = path.first else { return members }
        var members = members
        if path.count == 1 {
            members[first] = value
        } else {
            members[first] = .object(setting(path.dropFirst(), to: value, in: inner(members[first])))
        }
        return members
    }

    private static func merged(_ own: [String: JSONValue], _ given: [String: JSONValue]) -> [String: JSONValue] {
        own.merging(given) { own, given in
            guard case .object(let first) = own, case .object(let second) = given else { return given }
            return .object(merged(first, second))
        }
    }

    private static func inner(_ value: JSONValue?) -> [String: JSONValue] {
        guard case .object(let members) = value else { return [:] }
        return members
    }
}
