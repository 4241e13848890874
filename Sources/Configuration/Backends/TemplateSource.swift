package import Domain

/// The template of a backend of type `http`.
package enum TemplateSource: Equatable, Sendable {
    case shipped(ShippedTemplate)
    case file(FolderPath)
}
