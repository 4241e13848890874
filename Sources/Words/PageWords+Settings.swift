/// Spend, health and settings.
extension PageWords {
    package var month: String { say("Month", "월") }
    package var pictures: String { say("Pictures", "그림 수") }
    package var share: String { say("Share", "비율") }
    package var noPrice: String { say("free, or no price known", "무료이거나 가격 모름") }
    package var nothingSpent: String { say("Nothing was spent.", "지출이 없습니다.") }
    package var caps: String { say("Caps", "한도") }
    package var resets: String { say("resets", "초기화:") }
    package var backends: String { say("Backends", "백엔드") }
    package var folders: String { say("Folders", "폴더") }
    package var ready: String { say("ready", "사용 가능") }
    package var notReady: String { say("not ready", "사용 불가") }
    package var setting: String { say("Setting", "설정") }
    package var value: String { say("Value", "값") }
    package var origin: String { say("Set by", "정한 곳") }
    package var notSet: String { say("not set", "설정 안 됨") }
    package var fileIsTruth: String {
        say(
            "This is in force. To change something, write a line into the file, then reload the service with textify reload.",
            "지금 적용된 설정입니다. 바꾸려면 파일에 한 줄을 쓰고 textify reload로 다시 불러오세요.")
    }
    package var linesToCheck: String { say("Lines to check before you put them into the file", "파일에 쓰기 전에 확인할 줄") }
    package var checkLines: String { say("Check", "확인") }
    package var linesAreValid: String {
        say(
            "These lines are valid. Put them into the file, then run textify reload.",
            "올바른 설정입니다. 파일에 쓰고 textify reload를 실행하세요.")
    }

    package func writeLine(_ setting: String) -> String {
        say("Write a line for \(setting)", "\(setting) 설정 줄 쓰기")
    }

    package func by(_ group: String) -> String {
        switch group {
        case "day": say("By day", "날짜별")
        case "folder": say("By folder", "폴더별")
        default: say("By backend", "백엔드별")
        }
    }
    package func spentOf(_ spent: String, _ limit: String) -> String {
        say("\(spent) of \(limit)", "\(limit) 중 \(spent)")
    }
    package func load(_ running: Int, _ limit: Int, _ waiting: Int) -> String {
        say("\(running) of \(limit) running, \(waiting) waiting", "\(limit)개 중 \(running)개 실행, \(waiting)개 대기")
    }

    /// Where a setting was set: the place that `SettingsReport` names.
    package func origin(_ origin: String, file: String?, line: Int?, about: String?) -> String {
        let place = "\(file ?? ""):\(line ?? 0)"
        return switch origin {
        case "file": place
        case "defaults": "[defaults], " + place
        case "backend": "[backends.\(about ?? "")], " + place
        case "environment": wording.fromEnvironment(about ?? "")
        case "follows": wording.from(about ?? "")
        default: wording.builtIn
        }
    }
}

// Gates, in the words of `textify gates`.
extension PageWords {
    package var gates: String { say("Gates", "게이트") }

    package func gateState(_ state: String, isOpen: Bool) -> String { wording.gateState(state, isOpen: isOpen) }

    package func gateSource(_ source: String) -> String { wording.gateSource(source) }

    package func gateScope(folders: [String], backends: [String], notify: [String]) -> String {
        wording.gateScope(folders: folders, backends: backends, notify: notify)
    }

    package func gateChanges(_ time: String, isOpen: Bool) -> String { wording.gateChanges(time, isOpen: isOpen) }
}
