/// The fields of a `Target`. Files, command lines and help are all read, checked and written by this one definition.
package struct FieldTable<Target>: Sendable {
    package let fields: [Field<Target>]

    package init(_ fields: [Field<Target>]) {
        self.fields = fields
    }

    /// Applies a whole tree to a target and returns all mistakes, in the order of the file. Invalid settings leave the
    /// target unchanged.
    package func apply(_ tree: FieldValue, to target: inout Target, file: String = "") -> [FieldFailure] {
        var reader = FieldReader(file: file)
        apply(tree, to: &target, under: "", reader: &reader)
        return reader.sorted
    }

    /// Applies the table at `key` to a target.
    package func apply(_ value: FieldValue, to target: inout Target, under key: String, reader: inout FieldReader) {
        guard let entries = reader.entries(of: value, key: key) else { return }
        var seen: Set<String> = []
        for entry in entries {
            let key = FieldReader.join(key, entry.name)
            guard let field = field(entry.name) else {
                reader.report(.unknown(nearest: nearest(to: entry.name)), key: key, at: entry)
                continue
            }
            guard seen.insert(entry.name).inserted else {
                reader.report(.duplicate, key: key, at: entry)
                continue
            }
            field.apply(entry.value, key, &target, &reader)
        }
    }

    /// The mistakes of a person who would give the target's own values. For values that were read from elsewhere.
    package func failures(of target: Target) -> [FieldFailure] {
        let entries = fields.compactMap { field in
            field.value(of: target).map { FieldEntry(name: field.name, value: $0) }
        }
        var copy = target
        return apply(FieldValue(.table(entries)), to: &copy)
    }

    package func field(_ name: String) -> Field<Target>? {
        fields.first { $0.name == name }
    }

    /// The name that an unknown one probably means. A setting of a table is often written without the table: `columns`
    /// for `art.columns`.
    package func nearest(to name: String) -> String? {
        if let table = fields.first(where: { $0.members().contains { $0.name == name } }) {
            return table.name + "." + name
        }
        return NearestName.of(name, among: fields.map(\.name))
    }
}

extension FieldTable {
    /// Applies one command-line option to a target. `name` has no dashes in front; `text` is its value, `nil` for a
    /// flag. Lists are separated by commas.
    package func apply(word name: String, _ text: String?, to target: inout Target) throws(FieldFailure) {
        let fieldName = String(name.map { $0 == "-" ? "_" : $0 })
        guard let field = field(fieldName) else {
            let nearest = nearest(to: fieldName).flatMap(self.field)?.option
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
}

extension FieldTable {
    /// Returns help lines for all command-line options: the option, its argument, range and default, and its purpose.
    /// `standard` is a target with the default values. Tables are left out, as command lines can't set them.
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
    /// The option with a placeholder for its argument, such as `--columns N`.
    var usage: String {
        switch type {
        case .flag, .table: option
        case .integer, .number: option + " N"
        case .choice: option + " WORD"
        case .level: option + "[=WORD]"
        case .size: option + " WxH"
        case .color: option + " COLOR"
        case .duration: option + " TIME"
        case .path: option + " PATH"
        case .list, .union: option + " A,B,…"
        case .text, .shortText: option + " TEXT"
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

/// The values of one table, field by field, with the entries of a file that set them.
package struct FieldListing: Equatable, Sendable {
    package struct Line: Equatable, Sendable {
        package let name: String
        /// The value as in a file; `nil` if the field has none.
        package let value: FieldValue?
        /// The entry that sets the value; `nil` if the value is a default.
        package let entry: FieldEntry?
    }

    /// The path below the listed target, from the outermost table inwards; empty for the target itself.
    package fileprivate(set) var path: [String] = []
    package var lines: [Line] = []
}

extension FieldTable {
    /// Lists the values of a target to which the table `written` was applied, and those of the tables inside it, outer
    /// ones first.
    package func listings(of target: Target, written: FieldValue?) -> [FieldListing] {
        var own = FieldListing()
        var inner: [FieldListing] = []
        for field in fields {
            let entry = written?[field.name]
            if var listings = field.listings(target, entry?.value) {
                for index in listings.indices { listings[index].path.insert(field.name, at: 0) }
                inner += listings
            } else {
                let value = entry?.value ?? field.value(of: target)
                guard value != nil || field.type != .table else { continue }
                own.lines.append(FieldListing.Line(name: field.name, value: value, entry: entry))
            }
        }
        return [own] + inner
    }
}

extension Field {
    /// Returns the target's value as in a file; `nil` if it has none, or for tables with free keys.
    fileprivate func value(of target: Target) -> FieldValue? {
        let text = text(of: target)
        guard type != .table, !text.isEmpty else { return nil }
        return try? type.value(of: text)
    }
}
