import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A request as its receiver sees it. */
export interface SignedRequest {
  readonly method: string
  /** As it stands in the first line, with the query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * Whether a request bears the signature (AWS Signature Version 4, in its header) of whoever holds `secret`. Made from AWS's
 * description of it and from nothing that the server signs with, so that the two bear each other out.
 */
export function isSignedBy(secret: string, { method, target, headers }: SignedRequest): boolean {
  const [, date = '', region = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      textOf(headers['authorization']),
    ) ?? []
  const names = signed.split(';')
  if (!names.includes('host') || !names.includes('x-amz-content-sha256') || !names.includes('x-amz-date')) return false
  const [path = '', query = ''] = target.split('?')
  const canonical = [
    method,
    path,
    query === '' ? '' : sortedQuery(query),
    ...names.map((name) => `${name}:${textOf(headers[name]).trim().replaceAll(/ +/g, ' ')}`),
    '',
    signed,
    textOf(headers['x-amz-content-sha256']),
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', textOf(headers['x-amz-date']), scope, sha256(canonical)].join('\n')
  const day = hmac(`AWS4${secret}`, date)
  const key = hmac(hmac(hmac(day, region), 's3'), 'aws4_request')
  const own = hmac(key, toSign)
  const given = Buffer.from(signature, 'hex')
  return given.length === own.length && timingSafeEqual(given, own)
}

function sortedQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .toSorted()
    .join('&')
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : ''
}
