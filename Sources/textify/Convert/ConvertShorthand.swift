import Domain
import Glibc
import PlatformSystem

/// `textify PICTURE…`: short for `textify convert PICTURE…`.
enum ConvertShorthand {
    /// Whether a command line converts pictures without naming the command: its first operand is a picture and not a
    /// command.
    static func isMeant(by words: [[UInt8]]) -> Bool {
        guard let operand = firstOperand(words) else { return false }
        let name = String(decoding: operand, as: UTF8.self)
        guard name != "help", !CommandTable.all.contains(where: { $0.names.contains(name) }) else { return false }
        return FilePath(bytes: operand).isPicture
    }

    /// Options of `convert` may come first. If one is wrong, only the first word can be the operand, because the values
    /// of unknown options are unknown too.
    private static func firstOperand(_ words: [[UInt8]]) -> [UInt8]? {
        do throws(OptionFailure) {
            return try OptionParser((ConvertOptions.known + [.version]).map(\.spec)).parse(words).positionals.first
        } catch {
            return words.first.flatMap { $0.first == UInt8(ascii: "-") && $0.count > 1 ? nil : $0 }
        }
    }
}

extension FilePath {
    /// Whether the path can only be a picture's: standard input, an address, an existing file, or a name with a
    /// picture's extension.
    var isPicture: Bool {
        isStandardInput || PictureAddress(self) != nil || hasPictureName || isExistingFile
            || bytes.contains(UInt8(ascii: "/"))
    }

    var hasPictureName: Bool { PictureFormat.isReadable(ending: name.ending) }

    /// Whether something other than a folder exists at the path, following links. The file isn't opened, because that
    /// would disturb the writer of a FIFO.
    var isExistingFile: Bool {
        var status = stat()
        let path = bytes.map { CChar(bitPattern: $0) } + [0]
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }
}
