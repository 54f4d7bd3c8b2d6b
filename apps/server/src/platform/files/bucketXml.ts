/** A piece of a bucket's list: keys with their age (ms), and by what the next piece is asked for. */
export interface BucketPage {
  readonly found: readonly { readonly key: string; readonly age: number }[]
  readonly next: string | null
}

/**
 * Reads an answer to ListObjectsV2 that was given at `now` by the bucket's clock; null where it is none. Keys are taken as they
 * are written: those of ours have no letter that XML writes otherwise.
 */
export function pageOf(xml: string, now: number): BucketPage | null {
  if (!/<ListBucketResult[\s>]/.test(xml)) return null
  const found = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = '']) => {
    const [key, modified] = [textOf(entry, 'Key'), Date.parse(textOf(entry, 'LastModified') ?? '')]
    return key === null || Number.isNaN(modified) ? [] : [{ key, age: now - modified }]
  })
  const isCut = textOf(xml, 'IsTruncated') === 'true'
  const next = textOf(xml, 'NextContinuationToken')
  if (isCut && next === null) return null
  return { found, next: isCut && next !== null ? plainOf(next) : null }
}

/** The code of a refusal; null where it has none. */
export function codeOf(body: Buffer): string | null {
  const code = textOf(body.toString('utf8'), 'Code')
  return code !== null && /^[A-Za-z0-9.]{1,64}$/.test(code) ? code : null
}

function textOf(xml: string, name: string): string | null {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? null
}

const letters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plainOf(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => letters[name] ?? whole)
}
