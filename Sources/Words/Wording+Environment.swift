internal import Domain

extension Wording {
    /// The language of a person's terminal: the first that is set of `LC_ALL`, `LC_MESSAGES`, `LANG` decides.
    package init(environment: [String: String]) {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        self.init(locale.prefix { !"_.@".contains($0) } == "ko" ? .korean : .english)
    }
}
