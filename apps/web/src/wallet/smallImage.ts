import { client } from '@truemark/protocol/client'
import type { Reason } from '@truemark/protocol/errors'
import { headLength, imageKindOf } from './imageKind.ts'

/** An image that can be sent, and how large it was before. */
export interface SmallImage {
  readonly blob: Blob
  readonly bytesBefore: number
}

/** `uncompressed` where it is too large and could not be made smaller. */
export type ReadImage =
  | { readonly ok: true; readonly image: SmallImage }
  | { readonly ok: false; readonly reason: Reason | 'uncompressed' }

/** What is larger than this is not even looked into: no camera makes it. */
const inputBytesMax = 40 * 1024 ** 2
/** What is smaller goes as it is. */
const wellSmallBytes = 1024 ** 2
const edgesMax = [2_400, 1_800, 1_200] as const
const quality = 0.85

/**
 * Reads an image that somebody picked: refuses what the server would refuse, and makes a large photo smaller, upright
 * and without what the camera wrote beside it. `bytesMax` is the most that may be sent, inclusive.
 */
export async function readImage(file: File, bytesMax = client.imageBytesMax - 1): Promise<ReadImage> {
  const kind = imageKindOf(new Uint8Array(await file.slice(0, headLength).arrayBuffer()))
  if (kind !== 'png' && kind !== 'jpg' && kind !== 'gif' && kind !== 'svg') return { ok: false, reason: kind }
  if (file.size > inputBytesMax) return { ok: false, reason: 'file_too_large' }
  const fits = file.size <= bytesMax
  const asItIs: ReadImage = { ok: true, image: { blob: file, bytesBefore: file.size } }
  // a drawing and an animation would not be themselves any more
  if (kind === 'svg' || kind === 'gif') return fits ? asItIs : { ok: false, reason: 'file_too_large' }
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (bitmap === null) return { ok: false, reason: 'file_unreadable' }
  try {
    if (file.size <= wellSmallBytes) return asItIs
    for (const edge of edgesMax) {
      const blob = await drawn(bitmap, edge)
      if (blob !== null && blob.size < Math.min(file.size, client.imageBytesMax)) {
        return { ok: true, image: { blob, bytesBefore: file.size } }
      }
    }
    return fits ? asItIs : { ok: false, reason: 'uncompressed' }
  } finally {
    bitmap.close()
  }
}

/** The size of a picture whose longer edge is at most `edge` pixels. */
export function fitted(width: number, height: number, edge: number): { width: number; height: number } {
  const scale = Math.min(1, edge / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function drawn(bitmap: ImageBitmap, edge: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fitted(bitmap.width, bitmap.height, edge))
  const context = canvas.getContext('2d')
  if (context === null) return null
  // JPEG knows no transparency: what is see-through is paper
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
