internal import ControlAPI
internal import Words

/// The pages by their addresses.
struct PageRoutes {
    let context: PageContext
    let control: ControlCaller

    func page(_ segments: [String]) async throws(Problem) -> Page {
        switch segments {
        case [""]: try await HomePage(context: context, control: control).page()
        case ["new"]: try await NewPage(context: context, control: control).page()
        case ["jobs"]: try await JobsPage(context: context, control: control).page()
        case ["library"]: try await LibraryPage(context: context, control: control).page()
        case ["spend"]: try await SpendPage(context: context, control: control).page()
        case ["settings"]: try await SettingsPage(context: context, control: control).page()
        case ["show"]: try await ShowPage(context: context, control: control, isLatest: false).page()
        case ["latest"]: try await ShowPage(context: context, control: control, isLatest: true).page()
        default: try await element(segments)
        }
    }

    private func element(_ segments: [String]) async throws(Problem) -> Page {
        // The page of an unknown job asks about a second payment.
        if segments.count == 3, segments[0] == "jobs", segments[2] == "retry" {
            return try await JobPage(context: context, control: control, id: segments[1]).page()
        }
        if segments.count == 2, !segments[1].isEmpty {
            let id = segments[1]
            if segments[0] == "jobs" { return try await JobPage(context: context, control: control, id: id).page() }
            if segments[0] == "artworks" {
                return try await ArtworkPage(context: context, control: control, id: id).page()
            }
        }
        throw Problem(status: 404, code: "no_such_path", detail: context.words.noSuchPage)
    }
}

/// What went wrong, in a sentence, and the way back.
struct ProblemPage {
    let context: PageContext
    let problem: Problem
    /// The page that sent the form.
    var back: String?

    var page: Page {
        let words = context.words
        let lines = (problem.errors ?? []).map { error -> HTML in "<li>\(error.detail)</li>" }
        let body: HTML = """
            <h1>\(words.title("problem"))</h1>
            <p class="problem" role="alert">\(problem.detail.isEmpty ? words.noAnswer : problem.detail)</p>
            \(lines.count > 1 ? "<ul>\(lines)</ul>" : .none)
            <p><a href="\(back ?? context.link(""))">\(words.goBack)</a></p>
            """
        return Page(name: .problem, title: words.title("problem"), body: body)
    }
}
