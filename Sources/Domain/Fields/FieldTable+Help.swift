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
