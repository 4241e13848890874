import Domain
import PlatformSystem

extension OptionFailure {
    /// What is wrong with the command line, and what was meant, perhaps.
    func sentence(among names: [String]) -> String {
        switch self {
        case .unknown(let option):
            let word = String(option.drop { $0 == "-" })
            let nearest = NearestName.of(word, among: names).map { " Did you mean --\($0)?" } ?? " See --help."
            return "there is no option \(option).\(nearest)"
        case .ambiguous(let option, let candidates):
            return "\(option) may mean \(candidates.joined(separator: " or ")): write it out."
        case .missingValue(let option): return "\(option) wants a value behind it. See --help."
        case .unwantedValue(let option): return "\(option) takes no value. See --help."
        }
    }
}
