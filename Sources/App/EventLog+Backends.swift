import BackendKit
import Words

extension EventLog {
    @Sendable func tell(_ notice: BackendNotice) {
        switch notice {
        case .leavesOut(let parameter, let backend):
            warning("backend_parameter_unknown", [.backend(backend)]) { words in
                words.parameterUnknown(parameter, to: backend)
            }
        case .differs(let parameter, let asked, let used, let backend):
            warning("backend_differs", [.backend(backend)]) { words in
                words.differs(parameter, asked: asked, used: used, by: backend)
            }
        case .says(let text, let weight, let backend):
            let (code, sentence) = ("backend_says", { (words: Wording) in words.says(text, backend) })
            switch weight {
            case .error: error(code, [.backend(backend)], sentence)
            case .warning: warning(code, [.backend(backend)], sentence)
            case .info: info(code, sentence(words), [.backend(backend)])
            case .debug: debug(code, sentence(words), [.backend(backend)])
            }
        }
    }
}
