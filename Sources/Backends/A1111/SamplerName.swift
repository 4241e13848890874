/// A sampler and its noise schedule, compared across the spellings that servers accept: `DPM++ 2M Karras` in one name,
/// `dpm++2m` with `karras`, `k_dpmpp_2m`.
struct SamplerName: Equatable {
    /// In one spelling; `nil` where none is named.
    let sampler: String?
    let scheduler: String?

    init(sampler: String?, scheduler: String?) {
        let (name, suffix) = Self.split(sampler ?? "")
        self.sampler = name.isEmpty ? nil : Self.alias(name)
        let schedule = scheduler.map(Self.plain) ?? ""
        let found = schedule.isEmpty ? suffix : schedule
        self.scheduler = found.isEmpty ? nil : Self.alias(found)
    }

    /// Whether the server chooses the schedule.
    var isAutomatic: Bool { scheduler == "automatic" }

    /// Older servers write the schedule behind the sampler.
    private static func split(_ name: String) -> (sampler: String, scheduler: String) {
        let words = name.split(separator: " ")
        for count in [3, 2, 1] where words.count > count {
            let suffix = plain(words.suffix(count).joined(separator: " "))
            if schedules.contains(suffix) {
                return (plain(words.dropLast(count).joined(separator: " ")), suffix)
            }
        }
        return (plain(name), "")
    }

    /// Small letters and digits; `++` is `pp`, a leading `k_` is dropped.
    private static func plain(_ name: String) -> String {
        var name = name.lowercased().replacing("++", with: "pp").replacing("ancestral", with: "a")
        if name.hasPrefix("k_") { name = String(name.dropFirst(2)) }
        return name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// `get_sdapi_sample_method` of stable-diffusion.cpp takes the first for the second.
    private static func alias(_ name: String) -> String {
        switch name {
        case "ddimtrailing": "ddim"
        case "dpmpp2msdebt": "dpmpp2msdegpu"
        case "ays": "alignyoursteps"
        default: name
        }
    }

    /// As the web UI, Forge and stable-diffusion.cpp call them.
    private static let schedules: Set<String> = [
        "automatic", "uniform", "discrete", "karras", "exponential", "polyexponential", "sgmuniform", "kloptimal",
        "alignyoursteps", "ays", "gits", "simple", "normal", "ddim", "beta", "turbo", "smoothstep", "bongtangent",
    ]
}
