extension Wording {
    /// That nothing is wrong with the configuration.
    package func goodConfiguration(folders count: Int) -> String {
        say(
            "The configuration is good: \(Figures.counted(count, "watch folder", "watch folders")).",
            "설정이 올바릅니다: 감시 폴더 \(Figures.count(count))개.")
    }

    /// Of a setting that nobody said.
    package var builtIn: String { say("built in", "내장값") }

    package var notSet: String { say("not set", "정하지 않음") }

    /// Of a setting that hangs on a variable of the environment.
    package func fromEnvironment(_ variable: String) -> String {
        say("environment, \(variable)", "환경 변수 \(variable)")
    }

    /// Of a setting that follows from another.
    package func from(_ key: String) -> String { say("from \(key)", "\(key)에서") }

    package var noSettingsFile: String {
        say("There is no textifyd.toml here: this is built in.", "여기에 textifyd.toml이 없습니다. 내장값입니다.")
    }

    package var nothingToCheck: String {
        say(
            "there is no textifyd.toml here. Name the configuration with --config FILE.",
            "여기에 textifyd.toml이 없습니다. --config FILE로 설정 파일을 지정하세요.")
    }

    /// That an option belongs to another command.
    package func onlyWith(_ option: String, _ command: String) -> String {
        say("\(option) goes with \(command) alone.", "\(Particle.topic.after(option)) \(command)에만 쓸 수 있습니다.")
    }
}
