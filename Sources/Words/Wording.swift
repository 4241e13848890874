package import Domain

/// Turns failures into sentences: what happened to what, why, and what to do. `name` is always what is shown of a file's,
/// folder's or job's name.
package struct Wording: Sendable {
    package let language: Language

    package init(_ language: Language) {
        self.language = language
    }

    func say(_ english: @autoclosure () -> String, _ korean: @autoclosure () -> String) -> String {
        switch language {
        case .english: english()
        case .korean: korean()
        }
    }
}
