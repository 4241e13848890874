internal import CHTTP
internal import Domain

/// One exchange as curl sees it.
@safe struct EasyHandle: ~Copyable {
    /// What curl calls it.
    struct ID: Hashable {
        private let address: UInt

        init(_ pointer: UnsafeMutableRawPointer) {
            address = UInt(bitPattern: pointer)
        }
    }

    let pointer: UnsafeMutableRawPointer
    private var list: UnsafeMutablePointer<curl_slist>?
    private let gate: UnsafeMutablePointer<chttp_gate>

    init() throws(HTTPFault) {
        guard let easy = unsafe curl_easy_init() else { throw HTTPFault(.other) }
        unsafe pointer = easy
        unsafe list = nil
        unsafe gate = .allocate(capacity: 1)
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe curl_slist_free_all(list)
        unsafe gate.deallocate()
    }

    var id: ID {
        unsafe ID(pointer)
    }

    func set(_ option: CURLoption, _ value: Int) throws(HTTPFault) {
        try check(unsafe chttp_set_number(pointer, option, value))
    }

    func set(_ option: CURLoption, size: Int) throws(HTTPFault) {
        try check(unsafe chttp_set_size(pointer, option, curl_off_t(size)))
    }

    /// `nil` takes the option back.
    func set(_ option: CURLoption, _ text: String?) throws(HTTPFault) {
        guard let text else { return try check(unsafe chttp_set_text(pointer, option, nil)) }
        try check(unsafe chttp_set_text(pointer, option, text))
    }

    func set(body: [UInt8]) throws(HTTPFault) {
        let code = unsafe body.withUnsafeBytes { unsafe chttp_set_body(pointer, $0.baseAddress, $0.count) }
        try check(code)
    }

    /// In curl's way of writing: `Name: value`, `Name;` for an empty value, `Name:` to leave a default out.
    mutating func set(headers lines: [String]) throws(HTTPFault) {
        for line in lines {
            guard let longer = unsafe curl_slist_append(list, line) else { throw HTTPFault(.other) }
            unsafe list = longer
        }
        try check(unsafe chttp_set_headers(pointer, list))
    }

    /// The reception gets what comes; it has to outlive the handle.
    func set(reception: Reception) throws(HTTPFault) {
        let context = unsafe Unmanaged.passUnretained(reception).toOpaque()
        let callbacks = unsafe chttp_callbacks(
            context: context, connecting: Reception.connecting, before: Reception.before,
            header: Reception.receiveHeader, body: Reception.receiveBody)
        try check(unsafe chttp_set_callbacks(gate, pointer, callbacks))
    }

    func number(_ info: CURLINFO) -> Int {
        unsafe chttp_number(pointer, info)
    }

    /// One of the figures that curl counts in microseconds.
    func time(_ info: CURLINFO) -> Duration {
        .microseconds(unsafe chttp_size(pointer, info))
    }

    private func check(_ code: CURLcode) throws(HTTPFault) {
        guard code == CURLE_OK else { throw HTTPFault(code: code, wasSent: false) }
    }
}
