internal import ControlAPI
internal import Domain
internal import Words

/// A prompt with its backend and price, or a picture, and a preview of its art.
struct NewPage {
    let context: PageContext
    let control: ControlCaller
    /// What was typed before, where the service refused it.
    var typed: [QueryString.Item] = []
    var problem: Problem?

    private static let options = [
        "size", "samples", "seed", "negative_prompt", "model", "quality", "steps", "guidance",
    ]

    func page() async throws(Problem) -> Page {
        let backends: BackendList = try await control.get("/v1/backends")
        let status: Status = try await control.get("/v1/status")
        let origin = try await again()
        let words = context.words
        let action = context.link("new")
        let body: HTML = """
            <h1>\(words.title("new"))</h1>
            \(problem.html(problems))
            \(context.role < .submit ? "<p class=\"problem\">\(words.mayNotSubmit)</p>" : .none)
            <form class="new" method="post" action="\(action)" enctype="multipart/form-data" data-new>
            <div class="new-fields">
            <label><span>\(words.prompt)</span><textarea name="prompt" rows="4" maxlength="32000" dir="auto" data-keep>\(value("prompt", origin))</textarea></label>
            <div class="fields">\(backend(backends.backends, origin))\(folder(status.folders))\(Self.options.map { option($0, origin) })\
            <label><span>\(words.field("tags"))</span> <input name="tags" value="\(value("tags", origin))" list="suggestions" data-keep></label></div>
            <datalist id="suggestions"></datalist>
            <p class="price"><output data-price></output></p>
            <label class="drop-zone" data-drop><span>\(words.pictureInstead)</span> <input type="file" name="picture" accept="image/*"></label>
            <button class="camera" type="button" data-script hidden data-do="camera">\(words.camera)</button>
            </div>
            <fieldset class="new-options"><legend>\(words.options)</legend>
            \(ArtForm(context: context, action: "new", request: origin, isOptional: true, typed: typed, problems: mistakes).fields)</fieldset>
            <p><button class="primary"\("disabled", if: context.role < .submit)>\(words.create)</button></p>
            </form>
            <section class="preview" data-preview-section data-script hidden aria-labelledby="preview"><h2 id="preview">\(words.preview)</h2>
            <div class="panes">\(ArtPane(context: context, source: "", label: words.preview, isPreview: true).html(""))
            <figure class="picture-pane"><img data-preview-picture hidden alt="\(words.yourPicture)"></figure></div></section>
            """
        return Page(name: .new, title: words.title("new"), body: body)
    }

    /// The request of the artwork that is made again.
    private func again() async throws(Problem) -> SubmitRequest? {
        guard let id = context.visit.query.text("from"), !id.isEmpty else { return nil }
        let job: JobDetail = try await control.get("/v1/jobs/" + PercentEncoding.encoded(id))
        return job.request
    }

    private func value(_ name: String, _ origin: SubmitRequest?) -> String {
        typed.text(name) ?? context.visit.query.text(name) ?? origin?.text(of: name) ?? ""
    }

    private func problems(_ problem: Problem) -> HTML {
        let lines = (problem.errors ?? []).map { error -> HTML in "<li>\(error.detail)</li>" }
        return """
            <div class="problem" role="alert"><p>\(problem.detail)</p>\(lines.count > 1 ? "<ul>\(lines)</ul>" : .none)</div>
            """
    }

    private func backend(_ backends: [BackendStatus], _ origin: SubmitRequest?) -> HTML {
        let words = context.words
        let chosen = value("backend", origin)
        let options = backends.map { backend -> HTML in
            let note = backend.code == nil ? "" : " (\(words.notReady))"
            let price = backend.price.map { ", \($0)" } ?? ""
            return """
                <option value="\(backend.name)"\("data-price", backend.price)\("selected", if: backend.name == chosen)>\
                \(backend.name + price + note)</option>
                """
        }
        return """
            <label><span>\(words.field("backend"))</span> <select name="backend" data-keep>\
            <option value="">\(words.folderDefault)</option>\(options)</select></label>
            """
    }

    private func folder(_ folders: [FolderStatus]) -> HTML {
        if folders.count < 2 { return .none }
        let chosen = typed.text("folder") ?? ""
        let options = folders.map { folder -> HTML in
            "<option value=\"\(folder.name)\"\("selected", if: folder.name == chosen)>\(folder.name)</option>"
        }
        return
            "<label><span>\(context.words.field("folder"))</span> <select name=\"folder\">\(options)</select></label>"
    }

    /// What is wrong with each field, where the service said so.
    private var mistakes: [String: String] {
        Dictionary((problem?.errors ?? []).map { ($0.field, $0.detail) }) { first, _ in first }
    }

    /// Options left empty have the folder's value.
    private func option(_ name: String, _ origin: SubmitRequest?) -> HTML {
        guard let field = FieldTable.request(backends: []).field(name) else { return .none }
        let control = FieldControl(
            name: name, value: value(name, origin), type: field.type, unset: context.words.folderDefault, isKept: true)
        return LabelledControl(
            label: context.words.field(name), help: field.help.text(in: context.language), control: control,
            problem: mistakes[name]
        ).html
    }
}
