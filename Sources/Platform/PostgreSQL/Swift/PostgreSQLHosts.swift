internal import CPostgreSQL

/// The hosts of an address, which may have several, such as a primary and its replicas.
struct PostgreSQLHosts {
    /// Keywords and values for each host, which override the address's.
    private(set) var keywords: [[(String, String)]] = [[]]

    init(address: String) {
        let options = AddressOptions()
        unsafe address.withCString { address in
            unsafe pg_options(address, Unmanaged.passUnretained(options).toOpaque()) { context, keyword, value in
                unsafe Unmanaged<AddressOptions>.fromOpaque(context).takeUnretainedValue()
                    .values[String(cString: keyword)] = String(cString: value)
            }
        }
        let lists = ["host", "hostaddr", "port"].compactMap { name in
            options.values[name].map { (name, $0.split(separator: ",", omittingEmptySubsequences: false)) }
        }
        let count = lists.filter { $0.0 != "port" }.map(\.1.count).max() ?? 1
        guard count > 1 else { return }
        keywords = (0..<count).map { index in
            // One port may be that of all hosts. libpq reports lists of other lengths.
            lists.compactMap { name, values in
                values.count == 1 || index >= values.count ? nil : (name, String(values[index]))
            }
        }
    }
}

private final class AddressOptions {
    var values: [String: String] = [:]
}
