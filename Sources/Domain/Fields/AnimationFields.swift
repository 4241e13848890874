extension FieldTable where Target == AnimationOptions {
    /// Options for moving pictures and moving art.
    package static var animation: FieldTable<AnimationOptions> { FieldTable(clip + effect) }

    private static var clip: [Field<AnimationOptions>] {
        [
            Field(
                "frame", \.frame, .duration(.zero...(.seconds(86_400))),
                FieldHelp(
                    "Time of the frame that a still of a moving picture shows; 0s is the first frame",
                    "움직이는 그림의 정지 화면에 쓸 프레임의 시각, 0s는 첫 프레임")),
            Field(
                "fps", optional: \.fps, .integer(1...60),
                FieldHelp(
                    "Most frames per second; the default is 30 in files and 60 in a terminal",
                    "초당 최대 프레임 수, 기본은 파일에서 30, 터미널에서 60")),
            Field(
                "max_frames", \.maxFrames, .integer(1...1_000_000),
                FieldHelp("Most frames; of a longer clip every n-th is kept", "최대 프레임 수, 더 길면 n번째마다 하나씩 씀")),
            Field(
                "speed", \.speed, .number(0.1...20),
                FieldHelp("Speed of moving art; 2 plays twice as fast", "재생 속도, 2이면 두 배 빠름")),
            Field(
                "loop", optional: \.loop, .integer(0...10_000),
                FieldHelp(
                    "How often moving art is played, 0 for ever; the default is what the picture says",
                    "재생 횟수, 0이면 계속. 기본은 그림에 적힌 대로")),
            Field(
                "cast_version", \.cast, .choice,
                FieldHelp(
                    "Version of asciicasts; asciinema plays 3 since its version 3.0",
                    "asciicast 버전, 3은 asciinema 3.0부터 재생 가능")),
        ]
    }

    private static var effect: [Field<AnimationOptions>] {
        let effects = ArtEffect.allCases.map(\.help)
        let english = effects.map { $0.english.lowercased() }
        return [
            Field(
                "effect", optional: \.effect, .choice,
                FieldHelp(
                    "How still art moves, where the output can: "
                        + zip(ArtEffect.allCases, english).map { "\($0.rawValue) (\($1))" }.joined(separator: ", "),
                    "움직일 수 있는 출력에서 정지 그림을 움직이는 방법: "
                        + ArtEffect.allCases.map { "\($0.rawValue) (\($0.help.korean))" }.joined(separator: ", "))),
            Field(
                "effect_seconds", \.effectSeconds, .number(0.1...600), unit: "seconds",
                FieldHelp("Length of the effect", "효과의 길이")),
            Field(
                "effect_seed", \.effectSeed, .integer(0...Int64(UInt32.max)),
                FieldHelp(
                    "Another number gives another random order of the characters",
                    "숫자를 바꾸면 문자의 무작위 순서가 바뀜")),
        ]
    }
}
