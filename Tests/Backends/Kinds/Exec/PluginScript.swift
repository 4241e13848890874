/// Python plugins for tests: definitions in `body` replace the defaults here.
enum PluginScript {
    static func python(_ body: String = "") -> String { head + body + "\n" + loop }

    private static let head = #"""
        #!/usr/bin/env python3
        import hashlib, json, os, struct, sys, threading, time, zlib

        CAPS = {"tasks": ["text_to_image"], "seed": True, "resume": True, "cancel": True, "progress": False}

        def say(message):
            sys.stdout.write(json.dumps(dict({"jsonrpc": "2.0"}, **message)) + "\n")
            sys.stdout.flush()

        def note(method, **params): say({"method": method, "params": params})
        def result(id, value): say({"id": id, "result": value})
        def error(id, code, message, **data): say({"id": id, "error": {"code": code, "message": message, "data": data}})

        def count(name, text=""):
            with open(os.path.join(os.environ["COUNTS"], name), "a") as file: file.write(text.replace("\n", " ") + "\n")

        def counted(name):
            try:
                with open(os.path.join(os.environ["COUNTS"], name)) as file: return len(file.readlines())
            except FileNotFoundError: return 0

        def png(side=16):
            def chunk(kind, data):
                return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            rows = b"".join(b"\0" + bytes((x * y) & 255 for x in range(side)) for y in range(side))
            return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0))
                + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))

        def picture(p, name="picture.png", seed=None):
            data, place = png(), os.path.join(p["workdir"], name)
            with open(place + ".x.part", "wb") as file: file.write(data)
            os.rename(place + ".x.part", place)
            return {"path": name, "media_type": "image/png", "bytes": len(data),
                "sha256": hashlib.sha256(data).hexdigest(), "seed": seed}

        def initialize(id, p):
            count("initialize", json.dumps(p))
            result(id, {"protocol": 1, "plugin": {"name": "own", "version": "1.2"}, "capabilities": CAPS})

        def generate(id, p):
            count("generate", json.dumps(p))
            result(id, {"images": [picture(p)]})

        def resume(id, p):
            count("resume", json.dumps(p))
            result(id, {"images": [picture(p)]})

        def cancel(p): count("cancel", p["job"])
        def ping(id, p): result(id, {})

        def shutdown(id, p):
            result(id, {})
            sys.exit(0)

        def end(): count("end")

        """#

    private static let loop = #"""
        for line in sys.stdin:
            message = json.loads(line)
            work = globals().get(message.get("method"))
            if work is None and "id" in message: error(message["id"], -32601, "no such method")
            elif work and "id" in message: work(message["id"], message["params"])
            elif work: work(message["params"])
        end()
        """#
}
