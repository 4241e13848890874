internal import CTemplates
public import Domain

/// The templates that come with the program, by the names that a configuration may say.
public enum ShippedTemplate: String, CaseIterable, Sendable {
    case bfl
    case replicate

    /// Its JSON, as it lies in `config/templates`.
    public var bytes: [UInt8] {
        let number = Int32(Self.allCases.firstIndex(of: self) ?? 0)
        var bytes = [UInt8](repeating: 0, count: template_size(number))
        template_copy(number, &bytes)
        return bytes
    }

    public func template() throws(ConfigurationFailure) -> Template {
        try Template.read(bytes, file: rawValue + ".json")
    }
}
