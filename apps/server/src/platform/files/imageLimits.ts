/**
 * How many pixels an image may have. A JPEG of one scan is shrunk while it is read, so that a telephone's whole sensor fits;
 * of any other a decoder keeps bytes for each.
 */
export const pixelsMax = { jpeg: 120_000_000, other: 50_000_000 } as const

/** How many bytes a decoder may have to keep at once of what an image holds, as its header tells. */
export const heldBytesMax = 6 * pixelsMax.other

/** How often a JPEG may go over its pixels: programs write a dozen scans at most. */
export const scansMax = 32

/** How many pictures one that moves may have, of which the first is kept. */
export const framesMax = 2_000

/** How deep an SVG's elements may lie in each other: each may be a layer as large as the drawing. */
export const depthMax = 32

/** What the program that reads an image may hold at all, in bytes of memory; over that it ends. */
export const memoryMax = 640 * 1024 ** 2

/** The exit's code of the program that reads an image where it has more pixels. */
export const tooManyPixels = 3
