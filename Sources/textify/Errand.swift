import Domain
import Glibc
import PlatformSystem
import Rendering
import Words

/// One picture to be converted, and where its art goes.
struct Errand: Sendable {
    /// What is left to be done with a converted picture.
    struct Done: Sendable {
        let art: [UInt8]
        /// For standard output; `nil` when the art is in its file.
        let bytes: [UInt8]?
        /// A line for standard error.
        let warning: String?
    }

    let input: FilePath
    /// `nil` is standard output.
    let output: FilePath?
    let plan: ConvertPlan

    /// One for each file. In a folder they are named after the pictures; two of one name are numbered.
    static func list(_ options: ConvertOptions, _ plan: ConvertPlan) -> [Errand] {
        guard let output = options.output, output.isFolder else {
            return options.files.map { Errand(input: $0, output: options.output, plan: plan) }
        }
        let ending = Array(("." + plan.format.rawValue).utf8)
        var taken: [FileName: Int] = [:]
        let folder = output.bytes.last == 47 ? output.bytes : output.bytes + [47]
        return options.files.map { input in
            let stem = input.isStandardInput ? FileName("picture") : input.name.stem
            taken[stem, default: 0] += 1
            let name = OutputName.numbered(
                FileName(bytes: stem.bytes + ending), taken[stem] ?? 1, ending: ending.count)
            return Errand(input: input, output: FilePath(bytes: folder + name.bytes), plan: plan)
        }
    }

    var shown: String { input.isStandardInput ? "standard input" : input.shown }

    /// Converts, and writes into the file if there is one.
    func run() throws(CommandFailure) -> Done {
        let converted = try convert()
        let art = converted.outputs.first?.bytes ?? []
        if let output { try CommandOutput.file(output, art) }
        return Done(art: art, bytes: output == nil ? art : nil, warning: converted.damage.map(warning))
    }

    private func warning(_ damage: PictureFailure) -> String {
        "textify: shown as far as it came: \(Wording.terminal.sentence(damage, about: shown))\n"
    }

    private func convert() throws(CommandFailure) -> ConvertedPicture {
        let caption = ArtCaption(label: input.isStandardInput ? "" : input.name.stem.shown)
        let conversion = Conversion(
            art: plan.options.art, outputs: [plan.format], writing: plan.options.writing, caption: caption,
            isLenient: true)
        do throws(PictureFailure) {
            if input.isStandardInput { return try conversion.run(.descriptor(0)) }
            let file = try open()
            return try conversion.run(.descriptor(file.number))
        } catch {
            throw CommandFailure(exit: Self.exit(error), text: Wording.terminal.sentence(error, about: shown))
        }
    }

    private func open() throws(PictureFailure) -> FileDescriptor {
        do {
            return try input.open(O_RDONLY)
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
}
