/// A list, whatever of.
protocol ShapeList {
    static var element: any Decodable.Type { get }
    static var nothing: Any { get }
}

extension Array: ShapeList where Element: Decodable {
    static var element: any Decodable.Type { Element.self }
    static var nothing: Any { [Element]() }
}

/// Values by names.
protocol ShapeMap {
    static var value: any Decodable.Type { get }
    static var nothing: Any { get }
}

extension Dictionary: ShapeMap where Key == String, Value: Decodable {
    static var value: any Decodable.Type { Value.self }
    static var nothing: Any { [String: Value]() }
}
