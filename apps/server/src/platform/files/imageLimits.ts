/**
 * How many pixels an image may have. A JPEG is shrunk while it is read, so that a telephone's whole sensor fits; of any
 * other a decoder takes four bytes for each.
 */
export const pixelsMax = { jpeg: 120_000_000, other: 50_000_000 } as const

/** The exit's code of the program that reads an image where it has more. */
export const tooManyPixels = 3
