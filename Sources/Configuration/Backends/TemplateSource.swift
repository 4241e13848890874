public import Domain

/// Which template a backend of type `http` is described by.
public enum TemplateSource: Equatable, Sendable {
    case shipped(ShippedTemplate)
    case file(FolderPath)
}
