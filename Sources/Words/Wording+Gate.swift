package import Domain

/// Gates: what opens them, and why they are closed.
extension Wording {
    package var gate: String { say("gate", "게이트") }

    package var noGates: String {
        say(
            "No gate is configured. A table [[gate]] makes work wait until a schedule, file, power or place allows it.",
            "설정된 게이트가 없습니다. [[gate]] 표로 시간, 파일, 전원, 장소에 따라 작업을 기다리게 할 수 있습니다.")
    }

    package func gateState(_ state: String, isOpen: Bool) -> String {
        switch state {
        case "open": say("open", "열림")
        case "closed": say("closed", "닫힘")
        default: isOpen ? say("unknown, counts as open", "알 수 없음(열림)") : say("unknown, counts as closed", "알 수 없음(닫힘)")
        }
    }

    package func gateSource(_ source: String) -> String {
        switch source {
        case "schedule": say("schedule", "시간표")
        case "file": say("file", "파일")
        case "power": say("power", "전원")
        case "location": say("location", "위치")
        default: source
        }
    }

    package func gateChanges(_ time: String, isOpen: Bool) -> String {
        isOpen ? say("closes \(time)", "\(time)에 닫힘") : say("opens \(time)", "\(time)에 열림")
    }

    package func gateScope(folders: [String], backends: [String], notify: [String]) -> String {
        if folders.isEmpty, backends.isEmpty, notify.isEmpty { return say("everything", "전체") }
        let parts =
            folders.map { say("folder \($0)", "\($0) 폴더") } + backends.map { say("backend \($0)", "\($0) 백엔드") }
            + notify.map { say("notifications for \($0)", "\($0) 알림") }
        return parts.joined(separator: ", ")
    }

    package func gateOpened(_ name: String) -> String {
        say("The gate \(name) is open.", "\(name) 게이트가 열렸습니다.")
    }

    /// `until`: when it opens, if that is known.
    package func gateClosed(_ name: String, until: String?) -> String {
        guard let until else {
            return say(
                "The gate \(name) is closed: new work waits. What has begun continues.",
                "\(name) 게이트가 닫혔습니다. 새 작업은 기다리고, 시작한 작업은 계속됩니다.")
        }
        return say(
            "The gate \(name) is closed until \(until): new work waits. What has begun continues.",
            "\(name) 게이트가 \(until)까지 닫혀 있습니다. 새 작업은 기다리고, 시작한 작업은 계속됩니다.")
    }

    /// The gate's source says nothing, so that it counts as set.
    package func gateUncertain(_ name: String, _ cause: GateUncertainty, _ assumption: GateAssumption) -> String {
        let state =
            switch assumption {
            case .open: say("open", "열림")
            case .closed: say("closed", "닫힘")
            }
        return say(
            "The gate \(name) counts as \(state): \(sentence(cause))",
            "\(name) 게이트를 \(state) 상태로 봅니다. \(sentence(cause))")
    }

    package func sentence(_ cause: GateUncertainty) -> String {
        switch cause {
        case .gpsd(let failure): return sentence(failure)
        case .stale(let since):
            return say(
                "The last position is from \(since), which is too old.", "마지막 위치가 \(since)의 것이어서 너무 오래되었습니다.")
        case .ahead(let milliseconds):
            return say(
                "The position is from \(milliseconds / 1000) s in the future. Check the clock with timedatectl.",
                "위치의 시각이 \(milliseconds / 1000)초 앞섭니다. timedatectl로 시계를 확인하세요.")
        case .inaccurate(let metres, let limit):
            return say(
                "The position is only known to within \(metres) m, and accuracy allows \(limit) m.",
                "위치 오차가 \(metres)m로, accuracy 허용값 \(limit)m보다 큽니다.")
        case .noSupply:
            return say("This machine reports no power supply.", "이 기기는 전원 상태를 알려 주지 않습니다.")
        case .noBattery: return say("This machine reports no battery.", "이 기기는 배터리를 알려 주지 않습니다.")
        case .noMains:
            return say("This machine does not report whether it is on mains.", "이 기기는 외부 전원 연결을 알려 주지 않습니다.")
        case .noZone(let zone):
            return say(
                "The time zone \(zone) can't be read. Install tzdata.", "\(zone) 시간대를 읽을 수 없습니다. tzdata를 설치하세요.")
        case .unreadable(let failure): return sentence(failure, about: say("its source", "게이트의 출처"))
        }
    }

    private func sentence(_ failure: GPSDFailure) -> String {
        switch failure {
        case .pathTooLong(let bytes, let limit):
            say(
                "The path of gpsd's socket has \(bytes) bytes; at most \(limit) are possible.",
                "gpsd 소켓 경로가 \(bytes)바이트입니다. 최대 \(limit)바이트입니다.")
        case .unreachable(let error):
            say(
                "gpsd can't be reached (\(Self.message(error))). Check it with systemctl status gpsd.",
                "gpsd에 연결할 수 없습니다(\(Self.message(error))). systemctl status gpsd로 확인하세요.")
        case .broken(let error):
            say("The connection with gpsd failed (\(Self.message(error))).", "gpsd 연결이 끊겼습니다(\(Self.message(error))).")
        case .closed: say("gpsd closed the connection.", "gpsd가 연결을 닫았습니다.")
        case .late(let limit):
            say(
                "gpsd did not answer within \(DurationText.text(of: limit)).",
                "gpsd가 \(DurationText.text(of: limit)) 안에 응답하지 않았습니다.")
        case .notGPSD: say("Something else than gpsd answers at its address.", "gpsd 주소에서 다른 프로그램이 응답합니다.")
        case .unsupported(let version):
            say(
                "gpsd speaks version \(version) of its protocol; only 3 is supported.",
                "gpsd 프로토콜 버전 \(version)은(는) 지원하지 않습니다. 3만 지원합니다.")
        case .tooLong, .malformed: say("gpsd's answer is damaged.", "gpsd의 응답이 손상되었습니다.")
        case .noDevice: say("gpsd has no receiver.", "gpsd에 수신기가 없습니다.")
        case .noFix: say("The receiver has no position.", "수신기가 위치를 찾지 못했습니다.")
        }
    }
}
