import Domain
import Glibc

/// A failure as the middle of a sentence: what is wrong, without a capital and without a full stop.
enum Reason {
    static func of(_ code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text).lowercased()
    }

    static func of(_ failure: FileFailure) -> String {
        switch failure {
        case .missing: "there is no such file or folder"
        case .exists: "the name is taken"
        case .denied: "permission is denied"
        case .full: "the disk is full"
        case .readOnly: "the file system is read-only"
        case .notRegular: "it is not a file"
        case .tooLarge(let bytes, let limit): "it has \(bytes) bytes, more than the \(limit) that are read"
        case .changing: "it changes while it is read"
        case .otherDevice: "it is on another file system"
        case .nameTooLong: "its name is too long"
        case .failed(let code): of(code)
        }
    }

    /// What is wrong, and what to do.
    static func of(_ failure: PictureFailure) -> String {
        switch failure {
        case .notAPicture: "not a picture; give a PNG or JPEG file"
        case .unsupported(let format):
            "\(format.rawValue.uppercased()) is not read yet; turn it into PNG or JPEG first"
        case .tooManyPixels(let width, let height, let limit):
            "\(width) × \(height) pixels are more than the \(limit) that are read; make it smaller first"
        case .truncated(let rows, let height):
            "the data end early, \(rows) of \(height) rows are whole; copy or fetch the file again"
        case .corrupt(let words): "the data are damaged (\(words)); copy or fetch the file again"
        case .outOfMemory: "there is not enough memory; make the picture smaller first"
        case .unreadable(let failure): "can't be read, \(of(failure)); check the name and its permissions"
        }
    }

    /// How the field table's words look on a command line.
    static func of(_ failure: FieldFailure) -> String {
        let option = failure.key
        switch failure.problem {
        case .syntax(let words): return "\(option): \(words)"
        case .unknown(let nearest): return "\(option): no such option" + meant(nearest)
        case .wrongType(let wanted, let got): return "\(option): takes a value of type \(wanted), not \(got)"
        case .outOfRange(let got, let range): return "\(option): \(got) is out of range; give \(range)"
        case .notOneOf(let got, let choices, let nearest):
            return "\(option): \(got) is none of \(choices.joined(separator: ", "))" + meant(nearest)
        case .malformed(let got, let example): return "\(option): can't read \(got); write it like \(example)"
        case .missing: return "\(option): a value is missing"
        case .duplicate: return "\(option): given twice; give it once"
        case .conflict(let other): return "\(option): can't go with \(other); leave one out"
        }
    }

    static func meant(_ nearest: String?) -> String {
        nearest.map { "; did you mean \($0)?" } ?? "; see --help"
    }
}
