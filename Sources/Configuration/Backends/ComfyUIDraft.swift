import Domain

/// What only a backend of type `comfyui` has, while it is read.
struct ComfyUIDraft: Sendable {
    var workflow: FolderPath?
    var negativePrompt = ""

    /// `nil` when something is missing.
    func settings(at baseURL: String?) -> ComfyUISettings? {
        guard let baseURL, let workflow else { return nil }
        return ComfyUISettings(baseURL: baseURL, workflow: workflow, negativePrompt: negativePrompt)
    }
}
