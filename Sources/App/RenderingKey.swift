import Domain

/// What a rendering is made of. Blobs are named by their content, so the same name is the same picture.
struct RenderingKey: Hashable, Sendable {
    let folder: FolderPath
    let name: FileName
    let art: ArtOptions
    let outputs: [OutputKind]
    let caption: ArtCaption

    /// Pictures differ by their names nearly always: what is left is compared.
    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(outputs)
    }
}
