import { client } from '@truemark/protocol/client'
import type { Reason } from '@truemark/protocol/errors'
import { readImage } from '../wallet/door.ts'

/** A picture that can be sent; `none` where the file is no image, `large` where it has 5 MB or more. */
export type Picked =
  | { readonly ok: true; readonly picture: Blob }
  | { readonly ok: false; readonly fault: 'none' | 'large' | Reason }

/** Reads a file that was picked as a profile's picture, made smaller where it is a large photo. */
export async function readPicture(file: File): Promise<Picked> {
  const found = await readImage(file)
  if (!found.ok && found.reason === 'file_type_invalid') return { ok: false, fault: 'none' }
  const isLarge = file.size >= client.imageBytesMax
  if (found.ok) return isLarge ? { ok: false, fault: 'large' } : { ok: true, picture: found.image.blob }
  const { reason } = found
  return { ok: false, fault: isLarge || reason === 'uncompressed' || reason === 'file_too_large' ? 'large' : reason }
}
