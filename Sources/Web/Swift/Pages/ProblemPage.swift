internal import ControlAPI
internal import Words

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
