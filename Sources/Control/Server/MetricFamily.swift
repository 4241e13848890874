/// One metric with its samples, in Prometheus' text format 0.0.4.
struct MetricFamily {
    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    /// A label's name and its value.
    typealias Label = (name: String, value: String)

    let name: String
    let kind: Kind
    let help: String
    private(set) var lines: [String] = []

    init(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        self.kind = kind
        self.help = help
    }

    /// With one more sample; its labels in the order in which they are given.
    func sample(_ value: Int64, _ labels: Label...) -> MetricFamily {
        var family = self
        let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        family.lines.append(name + (pairs.isEmpty ? "" : "{\(pairs)}") + " \(value)")
        return family
    }

    /// With one more series of a histogram: how many were at most as long as each bound, all of them, and their sum.
    func histogram(_ histogram: Meters.Histogram, bounds: [Double], _ labels: [Label]) -> MetricFamily {
        var family = self
        let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
        var count: Int64 = 0
        for (bound, more) in zip(bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
            count += more
            let all = (pairs + ["le=\"\(bound)\""]).joined(separator: ",")
            family.lines.append("\(name)_bucket{\(all)} \(count)")
        }
        let own = pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
        family.lines += ["\(name)_sum\(own) \(histogram.sum)", "\(name)_count\(own) \(count)"]
        return family
    }

    /// A family without samples says nothing.
    var text: String {
        lines.isEmpty
            ? "" : "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n" + lines.map { $0 + "\n" }.joined()
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
    }
}
