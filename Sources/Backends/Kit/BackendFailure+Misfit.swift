package import Domain

extension BackendFailure {
    /// What a backend can't honour of a request, found before it was asked.
    package init(misfit: FieldFailure) {
        switch misfit.problem {
        case .beyondBackend(_, let got, let range):
            self = .invalid(parameter: misfit.key, said: "\(got); it takes \(range)")
        case .pictureNeeded: self = .invalid(parameter: misfit.key, said: "it makes pictures from pictures alone")
        case .takesNoPicture: self = .unsupported(feature: "pictures from pictures")
        default: self = .unsupported(feature: misfit.key)
        }
    }
}
