internal import CSystem
package import Domain
internal import Glibc

/// Parses a command line by GNU conventions: options and positionals in any order, `--` ends the options, long names
/// may be abbreviated if unambiguous, and single letters may be joined.
package struct OptionParser: Sendable {
    package let options: [OptionSpec]

    package init(_ options: [OptionSpec]) {
        self.options = options
    }

    /// The arguments of this process, without the program's name.
    package static var commandLine: [[UInt8]] {
        let argv = unsafe CommandLine.unsafeArgv
        return (1..<max(1, Int(CommandLine.argc))).compactMap { unsafe argv[$0].map { unsafe bytes($0) } }
    }

    /// Parses `arguments`, which exclude the program's name. An argument is truncated at NUL.
    package func parse(_ arguments: [[UInt8]]) throws(OptionFailure) -> ParsedOptions {
        var argv: [UnsafeMutablePointer<CChar>?] = unsafe [copy(Array("program".utf8))]
        for argument in arguments { unsafe argv.append(copy(argument)) }
        unsafe argv.append(nil)
        let table = unsafe options.map { unsafe entry($0) }
        defer {
            unsafe argv.forEach { unsafe free($0) }
            unsafe table.forEach { unsafe free(UnsafeMutableRawPointer(mutating: $0.name)) }
        }
        // Every byte of an argument may be an option letter.
        let room = arguments.reduce(0) { $0 + $1.count }
        return try unsafe read(&argv, table, room: room)
    }

    private func read(
        _ argv: inout [UnsafeMutablePointer<CChar>?], _ table: [csys_option], room: Int
    ) throws(OptionFailure) -> ParsedOptions {
        let empty = unsafe csys_found()
        var found = unsafe [csys_found](repeating: empty, count: room)
        let count = unsafe Int32(argv.count - 1)
        let result = unsafe csys_parse_options(count, &argv, table, Int32(table.count), &found, Int32(room))
        if let failure = unsafe failure(result) { throw failure }
        let recognised = unsafe found.prefix(Int(result.count)).map { found in
            unsafe ParsedOptions.Found(
                name: options[Int(found.option)].name, value: found.value.map { unsafe Self.bytes($0) })
        }
        let positionals = unsafe argv[Int(result.first_positional)...].compactMap {
            unsafe $0.map { unsafe Self.bytes($0) }
        }
        return ParsedOptions(options: recognised, positionals: positionals)
    }

    private func failure(_ result: csys_options_result) -> OptionFailure? {
        let verdict = unsafe result.verdict
        if verdict == CSYS_OPTIONS_OK { return nil }
        let option = unsafe invalidOption(result)
        if verdict == CSYS_OPTION_WANTS_VALUE { return .missingValue(option: option) }
        if verdict == CSYS_OPTION_TAKES_NONE { return .unwantedValue(option: option) }
        let candidates = options.map { "--" + $0.name }.filter { $0.hasPrefix(option) }
        let isShortened = option.hasPrefix("--") && candidates.count > 1
        return isShortened ? .ambiguous(option: option, candidates: candidates) : .unknown(option: option)
    }

    /// The invalid option as the user wrote it; a letter of a joined group is returned by itself.
    private func invalidOption(_ result: csys_options_result) -> String {
        let text = unsafe result.fault_text.map { unsafe String(decoding: Self.bytes($0), as: UTF8.self) } ?? ""
        if text.hasPrefix("--") { return String(text.prefix { $0 != "=" }) }
        let letter = unsafe UInt8(truncatingIfNeeded: result.fault_letter)
        if letter != 0 { return "-" + String(Unicode.Scalar(letter)) }
        return unsafe result.fault >= 0 ? "--" + options[Int(result.fault)].name : text
    }

    private func entry(_ option: OptionSpec) -> csys_option {
        unsafe csys_option(
            name: copy(Array(option.name.utf8)), letter: Int32(option.letter?.value ?? 0),
            argument: option.argument.rawValue)
    }

    /// Makes a C string that the caller must `free`.
    private func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
        let text = Array(bytes.prefix { $0 != 0 })
        guard let memory = unsafe calloc(text.count + 1, 1) else { preconditionFailure("out of memory") }
        unsafe memory.copyMemory(from: text, byteCount: text.count)
        return unsafe memory.assumingMemoryBound(to: CChar.self)
    }

    private static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
        unsafe [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
}

/// A long option that a program accepts.
package struct OptionSpec: Hashable, Sendable {
    package enum Argument: Int32, Hashable, Sendable {
        case none
        /// `--name VALUE` or `--name=VALUE`.
        case required
        /// `--name` or `--name=VALUE`.
        case optional
    }

    /// The name without dashes.
    package let name: String
    package let argument: Argument
    /// The letter of the short form, such as `-x`: an ASCII letter or digit.
    package let letter: Unicode.Scalar?

    package init(_ name: String, _ argument: Argument = .none, letter: Unicode.Scalar? = nil) {
        self.name = name
        self.argument = argument
        self.letter = letter
    }
}

/// A parsed command line, in its original order. Values are bytes, because they may be paths.
package struct ParsedOptions: Equatable, Sendable {
    package struct Found: Equatable, Sendable {
        /// The option's full name, even if it was abbreviated.
        package let name: String
        /// `nil` if the option was given without a value.
        package let value: [UInt8]?

        /// The value as text, with invalid UTF-8 replaced.
        package var text: String? {
            value.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// All options, including repeated ones.
    package let options: [Found]
    package let positionals: [[UInt8]]

    /// The last occurrence of an option, which overrides earlier ones.
    package func last(_ name: String) -> Found? {
        options.last { $0.name == name }
    }

    /// All occurrences of an option, in order.
    package func all(_ name: String) -> [Found] {
        options.filter { $0.name == name }
    }
}
