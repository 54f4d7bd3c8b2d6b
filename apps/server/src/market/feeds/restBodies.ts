import { readFields, readList } from './reading.ts'

/** The rows of a Kraken answer `{ error: [], result: { <pair>: rows, last } }`; null when it is an error. */
export function readKrakenRows(body: unknown): readonly unknown[] | null {
  const fields = readFields(body)
  const result = readFields(fields?.['result'])
  if (!result || readList(fields?.['error'])?.length !== 0) return null
  // The rows stand under Kraken's own name of the pair, which is not always the one asked for.
  const name = Object.keys(result).find((key) => key !== 'last')
  return name === undefined ? null : readList(result[name])
}

/** The rows of an OKX answer `{ code: "0", data: rows }`; null when it is an error. */
export function readOkxRows(body: unknown): readonly unknown[] | null {
  const fields = readFields(body)
  return fields?.['code'] === '0' ? readList(fields['data']) : null
}
