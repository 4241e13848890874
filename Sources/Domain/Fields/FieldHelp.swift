/// One line of help, without a full stop.
package struct FieldHelp: Equatable, Sendable {
    package let english: String
    package let korean: String

    package init(_ english: String, _ korean: String) {
        self.english = english
        self.korean = korean
    }

    package func text(in language: Language) -> String {
        switch language {
        case .english: english
        case .korean: korean
        }
    }
}
