import type { Reason } from '@truemark/protocol/errors'

export type ImageKind = 'svg' | 'png' | 'gif' | 'jpg'

const heicBrands: ReadonlySet<string> = new Set([
  'heic',
  'heix',
  'hevc',
  'hevx',
  'heim',
  'heis',
  'mif1',
  'msf1',
  'heif',
])

/** How many bytes of an image's head {@link imageKindOf} wants to see. */
export const headLength = 512

/** What an image is by its first bytes, never by its name; or why it is none that is taken. */
export function imageKindOf(head: Uint8Array): ImageKind | Reason {
  if (head.length === 0) return 'file_empty'
  const text = String.fromCharCode(...head.subarray(0, headLength))
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (text.startsWith('\xff\xd8\xff')) return 'jpg'
  if (text.slice(4, 8) === 'ftyp' && heicBrands.has(text.slice(8, 12))) return 'file_heic'
  const looksLikeSvg = /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*<(svg:)?svg[\s>]/.test(text)
  return looksLikeSvg ? 'svg' : 'file_type_invalid'
}
