import Domain
import PlatformDigest
import TestBucket
import Testing

@testable import Repositories

@Suite("A bucket of blobs")
struct S3BlobStoreTests {
    private let digest = sha256([1, 2, 3])

    @Test("Objects are written once, read, found, listed in pages and deleted, and requests are signed")
    func works() async throws {
        let bucket = try FakeBucket()
        try await bucket.lend { store async throws in
            #expect(try await store.put(digest, [1, 2, 3], replacing: false))
            #expect(try await !store.put(digest, [1, 2, 3], replacing: false))
            #expect(try await store.put(digest, [1, 2, 3], replacing: true))
            let hex = digest.hex
            #expect(bucket.keys == ["pictures/\(hex.prefix(2))/\(hex.dropFirst(2).prefix(2))/\(hex)"])
            #expect(try await store.get(digest, limit: 3) == [1, 2, 3])
            await #expect(throws: FileFailure.tooLarge(bytes: 3, limit: 2)) { try await store.get(digest, limit: 2) }
            await #expect(throws: FileFailure.missing) { try await store.get(sha256([9]), limit: 2) }
            #expect(try await store.existing(among: [digest, sha256([9])]) == [digest])
            var digests = [digest]
            for byte in 4..<12 as Range<UInt8> {
                digests.append(sha256([byte]))
                _ = try await store.put(sha256([byte]), [byte], replacing: false)
            }
            bucket.add("pictures/not a picture")
            bucket.add("pictures/aa/bb/\(hex)")
            bucket.setPage(4)
            let all = try await store.list(after: nil, limit: 100)
            let order = digests.sorted()
            #expect(all.map(\.digest) == order)
            #expect(all.allSatisfy { $0.stored == FakeBucket.now })
            let rest = try await store.list(after: order[2], limit: 100)
            #expect(rest.map(\.digest) == Array(order[3...]))
            try await store.delete(digest)
            try await store.delete(digest)
            await #expect(throws: FileFailure.missing) { try await store.get(digest, limit: 3) }
        }
    }

    @Test("A service that ignores conditions, is overloaded, conflicts or cuts bodies serves all the same")
    func faults() async throws {
        let bucket = try FakeBucket()
        bucket.ignoreConditions()
        try await bucket.lend { store async throws in
            for faults in [[.slow, .slow, .slow], [.conflict], [.closed]] as [[FakeBucket.Fault]] {
                bucket.fail(faults)
                #expect(try await store.put(digest, [1, 2, 3], replacing: false))
            }
            bucket.fail([.cut, .slow])
            #expect(try await store.get(digest, limit: 9) == [1, 2, 3])
            bucket.fail([.slow, .slow, .slow, .slow])
            await #expect(throws: FileFailure.self) { try await store.get(digest, limit: 9) }
        }
    }

    @Test(
        "What no repetition helps against is told apart",
        arguments: [
            (FakeBucket.Fault.refusal, BlobStoreFailure.refused("bucket: 403 AccessDenied A & B")),
            (.noBucket, .refused("bucket: 404 NoSuchBucket A & B")), (.redirect, .elsewhere("region eu-north-1")),
            (.skewed, .clock(seconds: 1_200)),
        ])
    func refused(fault: FakeBucket.Fault, failure: BlobStoreFailure) async throws {
        let bucket = try FakeBucket()
        try await bucket.lend { store async throws in
            bucket.fail([fault])
            await #expect(throws: FileFailure.sharedStore(failure)) { try await store.get(digest, limit: 9) }
            #expect(bucket.requests.count == 1)
            bucket.fail([fault])
            await #expect(throws: FileFailure.sharedStore(failure)) {
                _ = try await store.put(digest, [1, 2, 3], replacing: false)
            }
            #expect(try await store.put(digest, [1, 2, 3], replacing: false))
        }
    }

    @Test("A body that isn't the object's is read again, and never used") func short() async throws {
        let bucket = try FakeBucket()
        try await bucket.lend { store async throws in
            try await withNode(store) { node async throws in
                _ = try await store.put(digest, [1, 2, 3], replacing: false)
                bucket.fail([.short])
                #expect(try await node.blobs.read(digest, limit: 9) == [1, 2, 3])
                let other = sha256([4, 5])
                _ = try await store.put(other, [4, 5], replacing: false)
                bucket.fail([.short, .short])
                await #expect(throws: FileFailure.damaged) { _ = try await node.blobs.read(other, limit: 9) }
            }
        }
    }

    @Test("Without a service the failure names it") func nobody() async throws {
        let address = try #require(S3Address(text: "s3://bucket?endpoint=http://127.0.0.1:1"))
        let store = S3BlobStore(
            address, accessKey: Secret("a"), secretKey: Secret("b"),
            send: { _ throws(HTTPFailure) in throw .notSent(host: "127.0.0.1:1", HTTPFault(.connect)) },
            wait: { _ in true }, utc: { 0 })
        await #expect(throws: FileFailure.sharedStore(.unreachable("http://127.0.0.1:1: connect"))) {
            try await store.delete(digest)
        }
    }
}

@Suite("URLs of an S3 service")
struct S3URLTests {
    /// The canonical forms are those of AWS's published test suite of Signature Version 4 and of the documentation of S3.
    @Test(
        "Path and query are written as they are signed",
        arguments: [
            (["examplebucket", "test.txt"], [], "/examplebucket/test.txt"),
            (["b", "photos and files", "a=b+c"], [], "/b/photos%20and%20files/a%3Db%2Bc"),
            (["b", "\u{1234}"], [], "/b/%E1%88%B4"),
            (["b", "-._~0123456789ABCz"], [], "/b/-._~0123456789ABCz"),
            (["b"], [("lifecycle", "")], "/b?lifecycle="),
            (["b"], [("prefix", "J"), ("max-keys", "2")], "/b?max-keys=2&prefix=J"),
            (["b"], [("Param2", "value2"), ("Param1", "value1")], "/b?Param1=value1&Param2=value2"),
            (["b"], [("Param1", "value2"), ("Param1", "Value1")], "/b?Param1=Value1&Param1=value2"),
            (["b"], [("p", "b"), ("a", ""), ("P", "c")], "/b?P=c&a=&p=b"),
            (["b"], [("continuation-token", "1+/=x y")], "/b?continuation-token=1%2B%2F%3Dx%20y"),
        ] as [([String], [(String, String)], String)])
    func canonical(path: [String], query: [(String, String)], url: String) {
        let query = query.map { (name: $0.0, value: $0.1) }
        #expect(S3URL(endpoint: "https://s3.example", path: path, query: query).text == "https://s3.example" + url)
    }

    @Test("An address has a bucket, and what it leaves out has defaults") func addresses() throws {
        let full = try #require(S3Address(text: "s3://art-2/a/b/?endpoint=http%3A%2F%2Flocalhost:9000&region=garage"))
        let fullParts = [full.bucket, full.prefix, full.endpoint, full.region]
        #expect(fullParts == ["art-2", "a/b", "http://localhost:9000", "garage"])
        let short = try #require(S3Address(text: "s3://pictures"))
        #expect(
            [short.prefix, short.endpoint, short.region] == ["", "https://s3.us-east-1.amazonaws.com", "us-east-1"])
        for text in [
            "", "s3://", "s3://UPPER", "s3://a b", "https://bucket", "s3://me:secret@bucket", "s3://bucket?region=",
            "s3://bucket?zone=1", "s3://bucket?region=a&region=b", "s3://bucket?endpoint=ftp://x",
            "s3://bucket?endpoint=https://x/path", "s3://bucket#x", "s3://bucket?region=a%20b",
        ] { #expect(S3Address(text: text) == nil, "\(text)") }
    }

    @Test("A short XML text is read, and what is none ends") func elements() {
        let text = "<?xml version=\"1.0\"?><!-- a --><a:R xmlns=\"x\"><B>1 &lt; &amp;lt;</B><C/><D><B>2</B></D></a:R>"
        #expect(
            Array(XMLElements(Array(text.utf8))).map { $0.path.joined(separator: "/") + "=" + $0.text } == [
                "R/B=1 < &lt;", "R/C=", "R/D/B=2", "R/D=", "R=",
            ])
        for broken in ["", "text", "<", "<a", "</a>", "<a><b", "<<>>"] {
            _ = Array(XMLElements(Array(broken.utf8)))
        }
        #expect(S3Listing(Array("<Error/>".utf8), prefix: "") == nil)
        #expect(S3Listing.time(header: "Sat, 31 Jan 2026 12:30:00 GMT") == FakeBucket.now)
        #expect(S3Listing.time("2024-02-29T00:00:00Z") == 1_709_164_800_000)
    }
}
