/// What the log warns of, which the status repeats. `name` is a job's or a file's, `until` a moment as the log shows it.
extension Wording {
    package func parameterUnknown(_ parameter: String, to backend: String) -> String {
        say(
            "The backend \(backend) does not know \(parameter) and is asked without it until a reload. Nothing was bought by the try. Its profile, or extra, may say too much.",
            "백엔드 \(Particle.subject.after(backend)) \(Particle.object.after(parameter)) 모릅니다. 설정을 다시 읽을 때까지 빼고 요청합니다. 이번 시도로 산 것은 없습니다. 프로필이나 extra가 너무 많이 적었을 수 있습니다."
        )
    }

    /// Of a picture that was made with another sampler, scheduler or seed than was asked for.
    package func differs(_ parameter: String, asked: String, used: String, by backend: String) -> String {
        say(
            "The backend \(backend) made a picture with the \(parameter) \(used); \(asked) was requested. Check that the server knows the value, and correct the configuration or the request.",
            "백엔드 \(Particle.subject.after(backend)) \(parameter) 값으로 \(asked) 대신 \(used)을(를) 써서 그림을 만들었습니다. 서버가 아는 값인지 확인하고 설정이나 요청을 고치세요."
        )
    }

    /// What a backend itself has to tell.
    package func says(_ text: String, _ backend: String) -> String {
        say("The backend \(backend) says: \(text)", "백엔드 \(backend)의 말: \(text)")
    }

    /// Of a file that does not stop changing.
    package func stillGrowing(_ name: String, in folder: String, seconds: Int64, needed: Int64) -> String {
        say(
            "\(name) in \(folder) has been changing for \(seconds) s; it is taken once it has stayed the same for \(needed) s.",
            "\(folder)의 \(Particle.subject.after(name)) \(seconds)초째 바뀌고 있습니다. \(needed)초 동안 그대로면 가져갑니다.")
    }

    /// Of a file that says what becomes of a picture that is not there.
    package func sidecarAlone(_ name: String, in folder: String, picture: String) -> String {
        say(
            "\(name) waits in \(folder) for the picture that it speaks of, \(picture).",
            "\(Particle.subject.after(name)) \(folder)에서 짝인 그림 \(Particle.object.after(picture)) 기다립니다.")
    }

    /// Of a drop that is done and still lies where it was. `reason`: why, a sentence.
    package func sourceStuck(_ name: String, reason: String) -> String {
        say(
            "\(name) is worked off but can't be moved away. \(reason) It is not worked on again, and moving it is tried again.",
            "\(Particle.topic.after(name)) 처리가 끝났지만 옮기지 못했습니다. \(reason) 다시 처리하지는 않으며, 옮기기는 다시 시도합니다."
        )
    }

    package func folderMissing(_ folder: String) -> String {
        say(
            "The folder \(folder) is not there. It is looked for again at every interval.",
            "폴더 \(Particle.subject.after(folder)) 없습니다. 주기마다 다시 찾습니다.")
    }

    /// That no new drops are taken. `reason`: why, a sentence.
    package func takesNothing(_ reason: String) -> String {
        say("Nothing new is taken for now. \(reason)", "지금은 새로 가져가지 않습니다. \(reason)")
    }

    package func jobUnknown(_ name: String, _ job: String) -> String {
        say(
            "Nobody knows whether the picture for \(name) was made; it is not bought again by itself. Decide: textify retry --may-pay-twice \(job), or textify cancel \(job).",
            "\(name)의 그림이 만들어졌는지 알 수 없습니다. 저절로 다시 사지는 않습니다. textify retry --may-pay-twice \(job) 또는 textify cancel \(job)로 정하세요."
        )
    }

    package func jobLost(_ name: String) -> String {
        say(
            "\(name) has another owner; this one stops.", "\(Particle.topic.after(name)) 다른 쪽이 맡았습니다. 이쪽은 멈춥니다.")
    }

    /// Of a backend that does not answer as it should. `reason`: why, a sentence.
    package func backendDown(_ reason: String, waiting: Int, until: String) -> String {
        say(
            "\(reason) \(jobsWait(waiting)), nothing is lost; it is looked at again at \(until), and at once after a reload.",
            "\(reason) \(jobsWait(waiting)). 잃은 것은 없습니다. \(until)에, 설정을 다시 읽으면 바로 다시 봅니다.")
    }

    package func slowedDown(_ backend: String, waiting: Int, until: String) -> String {
        say(
            "The backend \(backend) asks for fewer requests. \(jobsWait(waiting)) until \(until).",
            "백엔드 \(Particle.subject.after(backend)) 요청을 줄여 달라고 합니다. \(until)까지 \(jobsWait(waiting)).")
    }

    private func jobsWait(_ count: Int) -> String {
        say(count == 1 ? "1 job waits" : "\(count) jobs wait", "작업 \(count)개가 기다립니다")
    }

    /// Of a budget that is used up. `reason`: which, a sentence.
    package func budgetUsedUp(_ reason: String) -> String {
        say("\(reason) See textify jobs --state held.", "\(reason) textify jobs --state held로 볼 수 있습니다.")
    }

    /// Of what a backend answered and can't be written down. `reason`: why, a sentence.
    package func answerUnsaved(_ name: String, reason: String) -> String {
        say(
            "What the backend answered for \(name) is kept in memory and written as soon as that can be done: \(reason)",
            "\(name)에 대한 백엔드의 답을 메모리에 두고, 쓸 수 있게 되는 대로 씁니다. \(reason)")
    }

    /// Of a job that waits. `reason`: why, a sentence.
    package func triedAgain(_ reason: String, at until: String) -> String {
        say("\(reason) It is tried again at \(until).", "\(reason) \(until)에 다시 시도합니다.")
    }

    /// Of a configuration that was not taken. `reason`: why.
    package func reloadFailed(_ reason: String) -> String {
        say("The old configuration goes on: \(reason)", "예전 설정을 계속 씁니다. \(reason)")
    }

    /// That others may use the state folder, because its mode can't be changed.
    package func openState(_ folder: String, mode: String) -> String {
        say(
            "Others can use the state folder \(folder) (mode \(mode)), and the system refuses to change that. Let its owner run: chmod 700 \(folder)",
            "다른 사용자도 상태 폴더 \(folder)를 쓸 수 있고(모드 \(mode)), 시스템이 모드를 바꾸지 못하게 합니다. 소유자가 실행하세요: chmod 700 \(folder)")
    }

    package var zoneKept: String {
        say(
            "The time zone is that of the start until the service is started again.",
            "시간대는 서비스를 다시 시작할 때까지 시작할 때의 것입니다.")
    }

    package func eventsLost(_ count: Int) -> String {
        say(
            "\(count) events before this one were lost: the log did not take them.",
            "이보다 앞의 이벤트 \(count)개를 잃었습니다. 로그가 받지 않았습니다.")
    }
}
