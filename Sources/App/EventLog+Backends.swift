import BackendKit

extension EventLog {
    @Sendable func tell(_ notice: BackendNotice) {
        switch notice {
        case .leavesOut(let parameter, let backend):
            warning(
                "backend_parameter_unknown",
                "The backend \(backend) does not know \(parameter) and is asked without it until a reload. Nothing was "
                    + "bought by the try. Its profile, or extra, may say too much.", [.backend(backend)])
        case .says(let text, let weight, let backend):
            let (code, sentence) = ("backend_says", "The backend \(backend) says: \(text)")
            switch weight {
            case .error: error(code, sentence, [.backend(backend)])
            case .warning: warning(code, sentence, [.backend(backend)])
            case .info: info(code, sentence, [.backend(backend)])
            case .debug: debug(code, sentence, [.backend(backend)])
            }
        }
    }
}
