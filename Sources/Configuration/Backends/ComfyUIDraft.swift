import Domain

/// The fields specific to type `comfyui`, while they are being read.
struct ComfyUIDraft: Sendable {
    var workflow: FolderPath?
    var negativePrompt = ""

    /// `nil` when a required field is missing.
    func settings(at baseURL: String?) -> ComfyUISettings? {
        guard let baseURL, let workflow else { return nil }
        return ComfyUISettings(baseURL: baseURL, workflow: workflow, negativePrompt: negativePrompt)
    }
}
