import type { FilesRule } from '@truemark/protocol/routes/route'

/** A form as it is sent, and a text by which the same one is known again: its fields and a checksum of each file. */
export interface Form {
  readonly data: FormData
  readonly text: string
}

// What proves who sends is used up with the request and is nobody's to find on this device.
const secrets: ReadonlySet<string> = new Set(['password', 'verify_code', 'passkey'])

/** A body as it may be kept on this device: without what proves who sends it. */
export function keptText(body: unknown): string {
  if (body === undefined) return ''
  return JSON.stringify(body, (name, value: unknown) => (secrets.has(name) ? undefined : value))
}

/** Makes the form of a route that takes files; fields that are undefined are left out. */
export async function readForm(rule: FilesRule, body: unknown, files: readonly Blob[]): Promise<Form> {
  const data = new FormData()
  for (const [name, value] of Object.entries(typeof body === 'object' && body !== null ? body : {})) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      data.set(name, String(value))
    }
  }
  const sums: string[] = []
  for (const file of files) {
    data.append(rule.field, file, 'image')
    sums.push(`${file.size}-${checksum(new Uint8Array(await file.arrayBuffer()))}`)
  }
  return { data, text: `${keptText(body)} ${sums.join(' ')}` }
}

/** FNV-1a of 32 bits: tells one image from another, which is all that it is for. */
function checksum(bytes: Uint8Array): string {
  let sum = 0x811c9dc5
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193)
  return (sum >>> 0).toString(16)
}
