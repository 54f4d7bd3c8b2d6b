import type { Reason } from '@truemark/protocol/errors'
import { fileTypeFromBuffer } from 'file-type'

export type ImageKind = 'svg' | 'png' | 'gif' | 'jpg'

/** Where else than at its head a file may hide what another program would run. */
const headBytes = 1_024
const zipTailBytes = 65_557

/** Texts that no photo holds and that a browser or a server would act on. */
const active = /<script|<\?php|<html|<iframe|javascript:/i

const heicBrands = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1', 'heif']

/**
 * What an image is by its content, never by its name or by what its sender says; or why it is none that is taken. A
 * file that is also something else (a PDF, a ZIP, a page) is refused as a wrong type.
 */
export async function imageKindOf(bytes: Uint8Array): Promise<ImageKind | Reason> {
  if (bytes.length === 0) return 'file_empty'
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.toString('latin1', 4, 8) === 'ftyp' && heicBrands.includes(view.toString('latin1', 8, 12))) {
    return 'file_heic'
  }
  const found = await fileTypeFromBuffer(bytes)
  if (found === undefined || found.ext === 'xml') return svgOf(view)
  const kind = (['png', 'gif', 'jpg'] as const).find((one) => one === found.ext)
  // an animated PNG is a PNG whose first frame is taken
  if (kind === undefined && found.ext !== 'apng') return 'file_type_invalid'
  return isPolyglot(view) ? 'file_type_invalid' : (kind ?? 'png')
}

function isPolyglot(view: Buffer): boolean {
  if (view.subarray(0, headBytes).includes('%PDF-')) return true
  if (view.subarray(-zipTailBytes).includes('PK\x05\x06', 0, 'latin1')) return true
  return active.test(view.toString('latin1'))
}

const svgBytesMax = 1024 ** 2

/** Elements that load, run, repeat or reckon beyond what a drawing needs; entities that unfold into more of them. */
const heavy =
  /<!DOCTYPE|<!ENTITY|<(?:[a-z]+:)?(?:script|foreignObject|image|use|marker|iframe|audio|video|animate\w*|set|filter|pattern|mask)\b|@import|\bon[a-z]+\s*=|href\s*=|url\s*\(\s*['"]?(?!#)|&(?!amp;|lt;|gt;|quot;|apos;|#)/i

function svgOf(view: Buffer): ImageKind | Reason {
  if (view.length > svgBytesMax || view.includes(0)) return 'file_type_invalid'
  const text = view.toString('utf8')
  const opening = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:svg:)?svg[\s>]/
  if (!opening.test(text)) return 'file_type_invalid'
  return heavy.test(text) ? 'file_unreadable' : 'svg'
}
