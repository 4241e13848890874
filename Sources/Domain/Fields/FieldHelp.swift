/// One line of help, without a full stop.
public struct FieldHelp: Equatable, Sendable {
    public let english: String
    public let korean: String

    public init(_ english: String, _ korean: String) {
        self.english = english
        self.korean = korean
    }

    public func text(in language: Language) -> String {
        switch language {
        case .english: english
        case .korean: korean
        }
    }
}
