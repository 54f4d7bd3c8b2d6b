import * as z from 'zod/mini'
import { type WitnessedLine, witnessedLine } from './witnessed.ts'
import { jsonOf } from '../jsonOf.ts'

/** A statement for witnesses as a mail bears it, with the public key under which it is signed, in hex. */
export const mailedHead = z.object({
  ...witnessedLine.shape,
  key: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type MailedHead = z.infer<typeof mailedHead>

const begin = '-----BEGIN SIGNED HEAD-----'
const end = '-----END SIGNED HEAD-----'
/** Short of what any mail program breaks. */
const widthMax = 70

/** The lines of a mail that bear a head: JSON, broken where it comes, since white space means nothing in it. */
export function headBlock(line: WitnessedLine, key: string): string {
  const head: MailedHead = { statement: line.statement, signature: line.signature, key }
  const text = JSON.stringify(head)
  const pieces = Array.from({ length: Math.ceil(text.length / widthMax) }, (_, place) =>
    text.slice(place * widthMax, (place + 1) * widthMax),
  )
  return [begin, ...pieces, end].join('\n')
}

/**
 * Every head that a text bears: of a mail that was saved whole (its text in plain, quoted-printable or base64), of what was
 * copied out of one, quoted or indented, or of a file for witnesses, where each line is one. The key is null where the text
 * names none.
 */
export function readHeads(text: string): (WitnessedLine & { readonly key: string | null })[] {
  const blocks = [text, ...encodedParts(text)].flatMap(blocksOf)
  const heads = blocks.flatMap((block) => headOf(block) ?? [])
  return [...new Map(heads.map((head) => [`${head.statement} ${head.signature}`, head])).values()]
}

function headOf(text: string) {
  const { data } = z.safeParse(witnessedLine, jsonOf(text))
  if (data === undefined) return null
  return { ...data, key: z.safeParse(mailedHead, jsonOf(text)).data?.key ?? null }
}

/** What stands between the marks, without white space, marks of quotation and the soft breaks of quoted-printable; and each line of JSON. */
function blocksOf(text: string): string[] {
  const blocks: string[] = []
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + 1)) {
    const until = text.indexOf(end, at)
    if (until < 0) break
    const lines = text.slice(at + begin.length, until).split(/\r?\n/)
    blocks.push(lines.map((line) => line.replace(/^[\s>|]+/, '').replace(/=?\s*$/, '')).join(''))
  }
  return [...blocks, ...text.split(/\r?\n/).filter((line) => line.startsWith('{'))]
}

/** The parts of a saved mail that are encoded as base64, as text. */
function encodedParts(text: string): string[] {
  const parts = text.matchAll(/^content-transfer-encoding:\s*base64[^]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/gim)
  return [...parts].map(([, body]) => textOf((body ?? '').replaceAll(/\s/g, '')))
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 as text, a letter for each byte: the lines that are looked for are ASCII. */
function textOf(base64: string): string {
  let text = ''
  let bits = 0
  let count = 0
  for (const digit of base64.replace(/=+$/, '')) {
    bits = ((bits << 6) | digits.indexOf(digit)) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    text += String.fromCharCode((bits >> count) & 0xff)
  }
  return text
}
