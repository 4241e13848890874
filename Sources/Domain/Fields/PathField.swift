extension FieldCodec where Value == FolderPath {
    /// A non-empty path of a file or folder, made absolute.
    package static func path(_ paths: PathResolver) -> Self {
        FieldCodec(.path, show: { $0.shown }, text: { $0.isEmpty || $0.utf8.contains(0) ? nil : paths.path($0) })
    }
}
