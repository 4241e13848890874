/// Tiny WebP files in base64: lossless, 20 × 12 pixels of `Pattern`, unless the name says otherwise. `lossy` is 32 ×
/// 32, red = 8 x, green = 8 y, blue 128; `lossyAlpha` is the same with alpha growing downwards. `moving` starts with a
/// frame of 8 × 6 at (4, 2).
enum WebPFixtures {
    static let lossless = """
        UklGRiwAAABXRUJQVlA4TB8AAAAvE8ACALmM6H/sovDR/4CQgDDC/72aOgzTEBMAXOoaAA==
        """

    static let alpha = """
        UklGRmoAAABXRUJQVlA4TF4AAAAvE8ACELkyRPQ/dlH46H84GLWNJMkghj/avXcBdPY1DETatqEeHU1NACCtIsbFtX4CgAZYrwmcAKDBlUsAvv\
        JroOem8M4gwq2OQcJq88ig2j0wmG2zxNmD/G3COdMP
        """

    static let lossy = """
        UklGRpQAAABXRUJQVlA4IIgAAADQBQCdASogACAAPmUWk0ckERCN+EAGRLYATplCOBvFvyM4URsM4ACP7reN0j2UY2L1HLlhoAQAAP79sqxqSM\
        kJRJULMBinr8J/+ZjaAInzykkaqNQq8Tvw+usLm8RZSxZW4ZTN84cS23ogepQUHdMgaLozM2VmmfxE+6y/xLtaak8gMbPb37AA
        """

    static let lossyAlpha = """
        UklGRs4AAABXRUJQVlA4WAoAAAAQAAAAHwAAHwAAQUxQSB8AAAABuYzofxgUt42kLEP/Vc9790AREzAB9qMTrMHK+EkwAFZQOCCIAAAAkAUAnQ\
        EqIAAgAD5lFpNHJBEQjfhABkS2AE6ZQjgbxb8jLoO0ACP7reN0j2UY2L1HLlhoAQAA/v2yrGpIyQlElQswGKevwn/5mNoAif8DCKOVebeyJGl+\
        7ApmPsv4nLCZ+cXWDqcS23ogepQUHdM1O8U1NkSBuTc88Tq1XHEn4OuOTKRWU57gAA==
        """

    static let turned = """
        UklGRmAAAABXRUJQVlA4WAoAAAAIAAAAEwAACwAAVlA4TB8AAAAvE8ACALmM6H/sovDR/4CQgDDC/72aOgzTEBMAXOoaAEVYSUYaAAAATU0AKg\
        AAAAgAAQESAAMAAAABAAYAAAAAAAA=
        """

    static let moving = """
        UklGRqwAAABXRUJQVlA4WAoAAAACAAAAEwAACwAAQU5JTQYAAAD/////AABBTk1GQAAAAAIAAAEAAAcAAAUAAGQAAAJWUDhMKAAAAC8HQAEAuY\
        zof+yi8NH/AGG20SAGMX/Gex2BQCDFAQzzG5xiAjrZcgNBTk1GOAAAAAAAAAAAABMAAAsAAGQAAAJWUDhMHwAAAC8TwAIAuYzof+yi8NH/gJCA\
        MML/vZo6DNMQEwBc6hoA
        """
}
