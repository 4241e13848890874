internal import Domain

/// What to do about a picture that can't be read here.
enum Converter {
    /// A command that makes a PNG of the format.
    static func command(_ format: PictureFormat) -> String {
        switch format {
        case .svg: "rsvg-convert in.svg -o out.png"
        case .pdf: "pdftoppm -png -r 150 -singlefile in.pdf out"
        case .jpegXL: "djxl in.jxl out.png"
        case .jpeg2000: "opj_decompress -i in.jp2 -o out.png"
        case .video: "ffmpeg -i in.mp4 -frames:v 1 out.png"
        case .raw: "dcraw -e -c in.raw > out.jpg, or darktable-cli in.raw out.png"
        default: "magick in.\(format.ending) out.png"
        }
    }

    /// The Debian package whose library reads the format.
    static func package(_ format: PictureFormat) -> String {
        switch format {
        case .webp: "libwebp7 and libwebpdemux2"
        case .gif: "libgif7"
        case .heic, .avif: "libheif1"
        case .tiff: "libtiff6"
        default: "of \(format.name)"
        }
    }
}
