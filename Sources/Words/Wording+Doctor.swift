/// What the doctor says.
extension Wording {
    package var doctorFine: String { say("ok", "좋음") }
    package var doctorWrong: String { say("wrong", "문제") }
    package var doctorService: String { say("The service", "서비스") }

    package func doctorClock(_ now: String) -> String { say("The clock says \(now)", "시계는 \(now)") }

    package var doctorClockUnset: String {
        say(
            "It was never set. Set it, such as by timedatectl set-ntp true.",
            "시계가 맞춰진 적이 없습니다. timedatectl set-ntp true 등으로 맞추세요.")
    }

    package var doctorNoConfiguration: String {
        say(
            "No configuration lies here or in /etc/textifyd; name one with --config to have it looked at",
            "여기와 /etc/textifyd에 설정이 없습니다. 살펴보려면 --config로 지정하세요")
    }

    package func doctorBackend(_ name: String) -> String { say("Backend \(name)", "백엔드 \(name)") }

    package func doctorNoDrop(_ isMissing: Bool) -> String {
        isMissing
            ? say("It can't be seen from here. Make it, or mount its disk.", "여기서 보이지 않습니다. 폴더를 만들거나 디스크를 연결하세요.")
            : say(
                "You can't drop files there. Have yourself put into its group, then log in again.",
                "여기에 파일을 넣을 수 없습니다. 폴더의 그룹에 넣어 달라고 한 뒤 다시 로그인하세요.")
    }

    package func doctorNoRead(_ isMissing: Bool) -> String {
        isMissing
            ? say("It can't be seen from here. Make it, or mount its disk.", "여기서 보이지 않습니다. 폴더를 만들거나 디스크를 연결하세요.")
            : say(
                "You can't read results there. Have yourself put into its group, then log in again.",
                "여기의 결과를 읽을 수 없습니다. 폴더의 그룹에 넣어 달라고 한 뒤 다시 로그인하세요.")
    }

    package func doctorDisk(free: Int64) -> String {
        say(
            "Only \(Figures.bytes(free)) are free on its disk. Make room.",
            "디스크에 \(Figures.bytes(free))밖에 남지 않았습니다. 공간을 비우세요.")
    }
}
