/// Warnings of the log, repeated in the status. `name` is a job's or a file's name; `until` is a moment as printed in
/// the log; `reason` is a whole sentence.
extension Wording {
    package func unknownParameter(_ parameter: String, to backend: String) -> String {
        say(
            "Backend \(backend) does not know \(parameter); it is left out of requests until a reload. The attempt cost nothing. Check the backend's profile and extra settings.",
            "\(backend) 백엔드가 \(parameter) 매개변수를 모릅니다. 설정을 다시 읽을 때까지 빼고 요청합니다. 이번 시도로 든 비용은 없습니다. 백엔드의 profile과 extra 설정을 확인하세요."
        )
    }

    /// Reports a picture made with another sampler, scheduler or seed than requested.
    package func differs(_ parameter: String, requested: String, used: String, by backend: String) -> String {
        say(
            "Backend \(backend) made a picture with \(parameter) \(used) instead of \(requested). Check that the server knows the value, and correct the configuration or the request.",
            "\(backend) 백엔드가 \(parameter) 값으로 \(requested) 대신 \(used) 값을 써서 그림을 만들었습니다. 서버가 아는 값인지 확인하고 설정이나 요청을 고치세요."
        )
    }

    package func says(_ text: String, _ backend: String) -> String {
        say("Backend \(backend) says: \(text)", "\(backend) 백엔드의 메시지: \(text)")
    }

    package func stillChanging(_ name: String, in folder: String, seconds: Int64, needed: Int64) -> String {
        say(
            "\(name) in \(folder) has been changing for \(seconds) s; it is picked up once it is unchanged for \(needed) s.",
            "\(folder) 폴더의 \(name) 파일이 \(seconds)초째 바뀌고 있습니다. \(needed)초 동안 바뀌지 않으면 처리합니다.")
    }

    package func sidecarAlone(_ name: String, in folder: String, picture: String) -> String {
        say(
            "\(name) in \(folder) is waiting for its picture, \(picture).",
            "\(folder) 폴더의 \(name) 파일이 짝인 \(picture) 그림을 기다립니다.")
    }

    package func sourceNotMoved(_ name: String, reason: String) -> String {
        say(
            "\(name) is processed, but cannot be moved. \(reason) It is not processed again; moving it is retried.",
            "\(name) 파일을 처리했지만 옮기지 못했습니다. \(reason) 다시 처리하지는 않으며, 옮기기는 다시 시도합니다."
        )
    }

    package func folderMissing(_ folder: String) -> String {
        say(
            "Folder \(folder) does not exist. It is checked again at every interval.",
            "\(folder) 폴더가 없습니다. 주기마다 다시 확인합니다.")
    }

    package func intakeStopped(_ reason: String) -> String {
        say("No new files are picked up for now. \(reason)", "지금은 새 파일을 처리하지 않습니다. \(reason)")
    }

    package func jobUnknown(_ name: String, _ job: String) -> String {
        say(
            "The picture for \(name) may or may not have been made, so it is not requested again automatically. Decide with textify retry --may-pay-twice \(job) or textify cancel \(job).",
            "\(name)의 그림이 만들어졌는지 알 수 없어 자동으로 다시 요청하지 않습니다. textify retry --may-pay-twice \(job) 또는 textify cancel \(job)로 정하세요."
        )
    }

    package func jobLost(_ name: String) -> String {
        say(
            "Another textifyd process has taken over the job of \(name), so this one no longer works on it.",
            "\(name) 작업을 다른 textifyd 프로세스가 넘겨받아 이 프로세스에서는 더 처리하지 않습니다.")
    }

    package func backendDown(_ reason: String, waiting: Int, until: String) -> String {
        say(
            "\(reason) \(jobsWaiting(waiting)); nothing is lost. Next check at \(until), or immediately after a reload.",
            "\(reason) \(jobsWaiting(waiting)). 잃은 것은 없습니다. \(until)에 다시 확인하며, 설정을 다시 읽으면 바로 확인합니다.")
    }

    package func slowedDown(_ backend: String, waiting: Int, until: String) -> String {
        say(
            "Backend \(backend) is limiting requests. \(jobsWaiting(waiting)) until \(until).",
            "\(backend) 백엔드가 요청 횟수를 제한하고 있습니다. \(until)까지 \(jobsWaiting(waiting)).")
    }

    private func jobsWaiting(_ count: Int) -> String {
        say(Figures.counted(count, "job is waiting", "jobs are waiting"), "작업 \(Figures.count(count))개가 대기합니다")
    }

    package func budgetUsedUp(_ reason: String) -> String {
        say(
            "\(reason) List the held jobs with textify jobs --state held.",
            "\(reason) 보류된 작업은 textify jobs --state held로 볼 수 있습니다.")
    }

    package func answerUnsaved(_ name: String, reason: String) -> String {
        say(
            "The backend's answer for \(name) is kept in memory and stored as soon as possible: \(reason)",
            "\(name)에 대한 백엔드의 응답을 메모리에 두었다가 가능해지는 대로 저장합니다. \(reason)")
    }

    package func retryAt(_ reason: String, at until: String) -> String {
        say("\(reason) Next attempt at \(until).", "\(reason) \(until)에 다시 시도합니다.")
    }

    /// Warns that other users can use the state folder, because its mode can't be changed.
    package func openState(_ folder: String, mode: String) -> String {
        say(
            "Other users can access the state folder \(folder) (mode \(mode)), and the system refuses to change that. Its owner should run: chmod 700 \(folder)",
            "다른 사용자도 상태 폴더 \(folder) 안에 접근할 수 있고(모드 \(mode)), 시스템이 모드 변경을 거부합니다. 소유자가 실행하세요: chmod 700 \(folder)")
    }

    package var timeZoneUnchanged: String {
        say(
            "The time zone does not change until the service is restarted.",
            "시간대는 서비스를 다시 시작해야 바뀝니다.")
    }

    /// `address`: where the gallery listens, reachable from other machines.
    package func galleryUnencrypted(_ address: String) -> String {
        say(
            "The gallery at \(address) can be reached from other machines by plain HTTP, so that others may read along, the token included. Put a TLS proxy in front, and let web.listen name a loopback address.",
            "갤러리(\(address))를 다른 컴퓨터에서 암호화 없이 열 수 있어 토큰까지 노출될 수 있습니다. 앞에 TLS 프록시를 두고 web.listen은 루프백 주소로 바꾸세요."
        )
    }

    package func eventsLost(_ count: Int) -> String {
        say(
            "\(count) events before this one were lost because the log could not accept them.",
            "로그가 받지 못해 이보다 앞의 이벤트 \(count)개를 잃었습니다.")
    }
}
