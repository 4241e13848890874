import Domain
import Glibc
import PlatformSystem
import Rendering
import Words

/// `textify convert`: a picture on the spot, with no service running.
enum ConvertCommand: Command {
    static let name = "convert"
    static let summary = "Show a picture as text art"

    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        let options = try ConvertOptions(words)
        if options.wantsHelp { return try CommandOutput.standard(Usage.convert()) }
        if options.wantsVersion { return try CommandOutput.standard(Usage.version) }
        let path = try options.input()
        let format = try options.chosenFormat(isTerminal: StandardStream.output.isTerminal)
        let converted = try convert(path, to: format, options.art)
        if let damage = converted.damage { warn(path, damage) }
        for output in converted.outputs {
            if let file = options.output {
                try CommandOutput.file(file, output.bytes)
            } else {
                try CommandOutput.standard(output.bytes)
            }
        }
    }

    private static func convert(
        _ path: FilePath, to format: OutputKind, _ art: ArtOptions
    ) throws(CommandFailure) -> ConvertedPicture {
        let isStandardInput = path.bytes == [45]
        let shown = isStandardInput ? "standard input" : path.shown
        let caption = ArtCaption(label: isStandardInput ? "" : path.name.stem.shown)
        let conversion = Conversion(art: art, outputs: [format], caption: caption, isLenient: true)
        do throws(PictureFailure) {
            if isStandardInput { return try conversion.run(.descriptor(0)) }
            let file = try open(path)
            return try conversion.run(.descriptor(file.number))
        } catch {
            throw CommandFailure(exit: exit(error), text: Wording.terminal.sentence(error, about: shown))
        }
    }

    private static func open(_ path: FilePath) throws(PictureFailure) -> FileDescriptor {
        do {
            return try path.open(O_RDONLY)
        } catch {
            throw .unreadable(error)
        }
    }

    private static func exit(_ failure: PictureFailure) -> ExitCode {
        switch failure {
        case .unreadable(.missing), .unreadable(.notRegular), .unreadable(.failed(EISDIR)),
            .unreadable(.failed(ENOTDIR)):
            .noInput
        case .unreadable(.denied): .noPermission
        case .unreadable(.tooLarge): .data
        case .unreadable: .io
        case .outOfMemory: .software
        default: .data
        }
    }

    private static func warn(_ path: FilePath, _ damage: PictureFailure) {
        let sentence = Wording.terminal.sentence(damage, about: path.shown)
        try? StandardStream.error.write("textify: shown as far as it came: \(sentence)\n")
    }
}
