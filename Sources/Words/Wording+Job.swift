package import Domain

extension Wording {
    /// Why a job failed or, with `aftermath`, why it waits. `name` is the dropped file's.
    package func sentence(
        _ failure: JobFailure, about name: String, then aftermath: Aftermath = .jobEnded
    ) -> String {
        let topic = Particle.topic.after(name)
        switch failure {
        case .picture(let picture): return sentence(picture, about: name)
        case .backend(let backend, let failure):
            let reason = sentence(failure, about: backend, then: aftermath)
            if case .jobEnded = aftermath {
                return say("\(name) has no picture: \(reason)", "\(topic) 그림이 없습니다. \(reason)")
            }
            return say("\(name) has no picture yet: \(reason)", "\(topic) 아직 그림이 없습니다. \(reason)")
        case .unfetched(let fetch): return sentence(fetch, about: name)
        case .noSuchBackend(let backend, let nearest):
            let shown = FileName(backend).shown
            let english =
                nearest.map { "Did you mean \($0)?" + " Correct the request." }
                ?? "Correct the request or configure it."
            let korean = nearest.map { "혹시 \($0)인가요? 요청을 고치세요." } ?? "요청을 고치거나 백엔드를 설정하세요."
            return say(
                "\(name) asks for the backend \(shown), which is not configured. \(english)",
                "\(topic) 설정되지 않은 백엔드 \(Particle.object.after(shown)) 요청합니다. \(korean)")
        case .overBudget(let stop): return sentence(stop)
        case .delivery(let file):
            let reason = sentence(file, about: say("the outbox", "내보낼 폴더"))
            return say(
                "\(name) could not be delivered: \(reason)", "\(Particle.object.after(name)) 내보내지 못했습니다. \(reason)")
        case .storage(let repository):
            let reason = sentence(repository, about: say("the database", "데이터베이스"))
            return say("\(name) could not be stored: \(reason)", "\(Particle.object.after(name)) 저장하지 못했습니다. \(reason)")
        case .request(let prompt): return sentence(prompt, about: name)
        case .pictureLost:
            return say(
                "\(name) lost its stored picture. Drop it again.", "\(topic) 저장된 그림이 없어졌습니다. 다시 넣으세요.")
        }
    }
}
