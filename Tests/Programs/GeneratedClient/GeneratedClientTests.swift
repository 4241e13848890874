import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import TestFolders
import Testing

/// A client that a generator makes from the OpenAPI document works against the service. `Tests/run` installs the
/// generators into `.build/python`.
@Suite("A generated client of the control API", .ownThread, .enabled(if: Generators.areInstalled))
struct GeneratedClientTests {
    @Test("openapi-python-client generates every operation, and its client submits, reads and is refused as documented")
    func client() throws {
        let service = try Service()
        let program = try service.serve()
        let client = service.root.shown + "/client"
        let generator = try Program(
            Generators.folder + "openapi-python-client",
            [
                "generate", "--path", Generators.root + "/config/api/openapi.json", "--config",
                Generators.root + "/config/api/openapi-python-client.yaml",
                "--meta", "none", "--output-path", client, "--fail-on-warning",
            ], home: service.root.shown)
        #expect(try generator.ending() == .code(0), "\(generator.log)")
        let picture = service.root.appending("cat.png")
        try FileDescriptor.folder(service.root).replace(FileName("cat.png"), with: Pictures.ramp())
        let check = try Program(
            Generators.folder + "python",
            [
                "-B", Generators.root + "/Tests/Programs/GeneratedClient/check.py", service.root.shown, service.socket,
                picture.shown,
            ], home: service.root.shown)
        #expect(try check.ending() == .code(0), "\(check.log)")
        #expect(check.output == Array("ok\n".utf8))
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    @Test("datamodel-code-generator makes models of the document that Python can load")
    func models() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let models = folder.path.shown + "/models.py"
        let generator = try Program(
            Generators.folder + "datamodel-codegen",
            [
                "--input", Generators.root + "/config/api/openapi.json", "--input-file-type", "openapi", "--output",
                models,
                "--output-model-type", "dataclasses.dataclass",
            ], home: folder.path.shown)
        #expect(try generator.ending() == .code(0), "\(generator.log)")
        let load = try Program(
            Generators.folder + "python", ["-B", "-c", "import models; models.JobDetail, models.SubmitRequest"],
            home: folder.path.shown, variables: ["PYTHONPATH=" + folder.path.shown])
        #expect(try load.ending() == .code(0), "\(load.log)")
    }
}

private enum Generators {
    static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    static let folder = root + "/.build/python/bin/"

    static var areInstalled: Bool { access(folder + "openapi-python-client", X_OK) == 0 }
}
