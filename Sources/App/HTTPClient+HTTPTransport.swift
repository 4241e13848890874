public import BackendKit
public import PlatformHTTP

/// The backends' way to the network: neither room knows the other.
extension HTTPClient: HTTPTransport {}
