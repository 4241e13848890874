/// The fields of a `Target`: the one place from which files, command lines and help are read and checked.
package struct FieldTable<Target>: Sendable {
    package let fields: [Field<Target>]

    package init(_ fields: [Field<Target>]) {
        self.fields = fields
    }

    /// Lays a whole tree over a target and returns every mistake, in the order of the file. What is wrong is left as
    /// it was.
    package func apply(_ tree: FieldValue, to target: inout Target, file: String = "") -> [FieldFailure] {
        var reader = FieldReader(file: file)
        apply(tree, to: &target, under: "", reader: &reader)
        return reader.sorted
    }

    /// Lays a table that stands under `key` over a target.
    package func apply(_ value: FieldValue, to target: inout Target, under key: String, reader: inout FieldReader) {
        guard let entries = value.entries else {
            return reader.report(.wrongType(wanted: "table", got: value.typeName), key: key, at: value)
        }
        var seen: Set<String> = []
        for entry in entries {
            let whole = FieldReader.join(key, entry.name)
            guard let field = field(entry.name) else {
                reader.report(.unknown(nearest: nearest(to: entry.name)), key: whole, at: entry)
                continue
            }
            guard seen.insert(entry.name).inserted else {
                reader.report(.duplicate, key: whole, at: entry)
                continue
            }
            field.apply(entry.value, whole, &target, &reader)
        }
    }

    package func field(_ name: String) -> Field<Target>? {
        fields.first { $0.name == name }
    }

    package func nearest(to name: String) -> String? {
        NearestName.of(name, among: fields.map(\.name))
    }
}

extension FieldTable {
    /// Whether `--name` stands alone on a command line, with no text after it.
    package func standsAlone(_ name: String) -> Bool {
        field(Self.inFile(name))?.type == .flag
    }

    /// Lays one option of a command line over a target: its name without dashes in front, and the text given with it,
    /// `nil` for a flag that stands alone. Lists are written with commas.
    package func apply(word name: String, _ text: String?, to target: inout Target) throws(FieldFailure) {
        guard let field = field(Self.inFile(name)) else {
            let nearest = nearest(to: Self.inFile(name)).map { Self.onCommandLine($0) }
            throw FieldFailure(key: "--" + name, problem: .unknown(nearest: nearest))
        }
        var reader = FieldReader()
        do throws(FieldFailure.Problem) {
            field.apply(try field.type.value(of: text), field.option, &target, &reader)
        } catch {
            throw FieldFailure(key: field.option, problem: error)
        }
        if let failure = reader.failures.first { throw failure }
    }

    private static func inFile(_ name: String) -> String {
        String(name.map { $0 == "-" ? "_" : $0 })
    }

    private static func onCommandLine(_ name: String) -> String {
        "--" + String(name.map { $0 == "_" ? "-" : $0 })
    }
}

extension FieldTable {
    /// A line for every option of a command line: the option, what it takes, its range and default, what it is for.
    /// `standard` is the target whose values are the defaults. Tables, which no command line takes, are left out.
    package func helpLines(defaults standard: Target, in language: Language) -> [String] {
        let shown = fields.filter { $0.type != .table }
        let heads = shown.map(\.usage)
        let width = heads.map(\.count).max() ?? 0
        return zip(shown, heads).map { field, head in
            let padding = String(repeating: " ", count: width - head.count)
            let notes = field.notes(defaults: standard, language)
            return "  " + head + padding + "  " + field.help.text(in: language) + notes
        }
    }
}

extension Field {
    /// The option and a word for what it takes, such as `--columns N`.
    var usage: String {
        switch type {
        case .flag, .table: option
        case .integer, .number: option + " N"
        case .choice: option + " WORD"
        case .size: option + " WxH"
        case .color: option + " COLOR"
        case .duration: option + " TIME"
        case .path: option + " PATH"
        case .list: option + " A,B,…"
        case .text: option + " TEXT"
        }
    }

    private static func unit(_ unit: String, _ language: Language) -> String {
        guard language == .korean else { return unit }
        return switch unit {
        case "cells": "칸"
        case "pixels": "픽셀"
        case "bytes": "바이트"
        case "characters": "글자"
        case "lines": "줄"
        case "calls": "호출"
        case "jobs": "작업"
        default: unit
        }
    }

    fileprivate func notes(defaults standard: Target, _ language: Language) -> String {
        let value = type == .flag ? "" : text(of: standard)
        let range = type.range.isEmpty ? "" : type.range + (unit.isEmpty ? "" : " " + Self.unit(unit, language))
        let word =
            switch language {
            case .english: "default"
            case .korean: "기본"
            }
        let parts = [range, value.isEmpty ? "" : word + " " + value].filter { !$0.isEmpty }
        return parts.isEmpty ? "" : " (" + parts.joined(separator: "; ") + ")"
    }
}

/// What a target holds, field by field, and what a person said of it.
package struct FieldSheet: Equatable, Sendable {
    package struct Line: Equatable, Sendable {
        package let name: String
        /// As a file would have it; `nil` where the field holds nothing.
        package var value: FieldValue?
        /// Where it was said; `nil` where it was not.
        package let said: FieldEntry?
    }

    package struct Table: Equatable, Sendable {
        package let name: String
        package let sheet: FieldSheet
    }

    package var lines: [Line] = []
    package var tables: [Table] = []
}

extension FieldTable {
    /// All fields of a target that `said` was laid over.
    package func sheet(of target: Target, said: FieldValue?) -> FieldSheet {
        var sheet = FieldSheet()
        for field in fields {
            let entry = said?[field.name]
            if let inner = field.sheet(target, entry?.value) {
                sheet.tables.append(FieldSheet.Table(name: field.name, sheet: inner))
            } else if let value = entry?.value ?? field.value(of: target) {
                sheet.lines.append(FieldSheet.Line(name: field.name, value: value, said: entry))
            } else if field.type != .table {
                sheet.lines.append(FieldSheet.Line(name: field.name, value: nil, said: nil))
            }
        }
        return sheet
    }
}

extension Field {
    /// What a target holds here, as a file would have it; `nil` when it holds nothing, or tables of the person's own.
    fileprivate func value(of target: Target) -> FieldValue? {
        let text = text(of: target)
        guard type != .table, !text.isEmpty else { return nil }
        return try? type.value(of: text)
    }
}
