import { fitted } from './smallImage.ts'

/** Enough for a code in a photo, and quick on a phone. */
const edgesMax = [1_200, 600, 2_000] as const
const timeLimitMs = 600
const effort = 4

/** Reads the text of a QR code out of an image; null where there is none. The decoder comes when it is first wanted. */
export async function readQr(file: Blob): Promise<string | null> {
  const [{ decodeQR }, bitmap] = await Promise.all([
    import('qr/decode.js'),
    createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null),
  ])
  if (bitmap === null) return null
  try {
    for (const edge of edgesMax) {
      const pixels = pixelsOf(bitmap, edge)
      if (pixels === null) return null
      try {
        return decodeQR(pixels, { effort, timeLimit: timeLimitMs })
      } catch {
        // not at this size
      }
    }
    return null
  } finally {
    bitmap.close()
  }
}

function pixelsOf(bitmap: ImageBitmap, edge: number): ImageData | null {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fitted(bitmap.width, bitmap.height, edge))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return null
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
