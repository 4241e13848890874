import Domain

extension ComfyUIDraft {
    /// `paths` makes the workflow's file absolute.
    static func fields(_ paths: PathResolver) -> [Field<ComfyUIDraft>] {
        [
            Field(
                "workflow", optional: \.workflow, .file(paths), startingFrom: FolderPath(""),
                FieldHelp(
                    "The workflow's file, saved in API format, with \"{{prompt}}\" in it",
                    "API 형식으로 저장한 워크플로 파일, 안에 \"{{prompt}}\"를 둠")),
            Field(
                "negative_prompt", \.negativePrompt, .line(0...4000),
                FieldHelp("What stands for \"{{negative_prompt}}\"", "\"{{negative_prompt}}\" 자리에 들어갈 말")),
        ]
    }
}

extension FieldForm where Value == FolderPath {
    /// The path of a file.
    static func file(_ paths: PathResolver) -> Self {
        FieldForm(.path, show: { $0.shown }, text: { $0.isEmpty || $0.utf8.contains(0) ? nil : paths.path($0) })
    }
}
