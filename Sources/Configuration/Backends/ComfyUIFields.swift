import Domain

extension ComfyUIDraft {
    /// `paths` makes the workflow's file absolute.
    static func fields(_ paths: PathResolver) -> [Field<ComfyUIDraft>] {
        [
            Field(
                "workflow", optional: \.workflow, .file(paths), startingFrom: FolderPath(""),
                FieldHelp(
                    "Workflow file in API format that contains \"{{prompt}}\"",
                    "\"{{prompt}}\" 자리가 있는 API 형식의 워크플로 파일")),
            Field(
                "negative_prompt", \.negativePrompt, .line(0...4000),
                FieldHelp("Value of \"{{negative_prompt}}\"", "\"{{negative_prompt}}\" 자리에 들어갈 값")),
        ]
    }
}

extension FieldCodec where Value == FolderPath {
    /// A file's path, made absolute.
    static func file(_ paths: PathResolver) -> Self {
        FieldCodec(.path, show: { $0.shown }, text: { $0.isEmpty || $0.utf8.contains(0) ? nil : paths.path($0) })
    }
}
