package import Domain

/// Which template a backend of type `http` is described by.
package enum TemplateSource: Equatable, Sendable {
    case shipped(ShippedTemplate)
    case file(FolderPath)
}
