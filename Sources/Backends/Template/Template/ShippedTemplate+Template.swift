internal import CTemplates
package import Domain

extension ShippedTemplate {
    /// Its JSON, as it lies in `config/templates`.
    package var bytes: [UInt8] {
        let number = Int32(Self.allCases.firstIndex(of: self) ?? 0)
        var bytes = [UInt8](repeating: 0, count: template_size(number))
        template_copy(number, &bytes)
        return bytes
    }

    package func template() throws(ConfigurationFailure) -> Template {
        try Template.read(bytes, file: rawValue + ".json")
    }
}
