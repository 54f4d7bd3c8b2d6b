import { ApiError } from '@truemark/protocol/calling'
import { dataOf } from '@truemark/protocol/refusal'
import { exportNextHeader, exportPathOf } from '@truemark/protocol/exportFile'
import { language } from './language.ts'
import { endLostSession, session } from './session.ts'

/** A list as a file: which, of which of its lists, whose, and by which filters. */
export interface CsvSource {
  readonly list: { readonly path: string }
  readonly of?: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
}

export interface CsvFile {
  readonly name: string
  readonly bytes: Blob
  /** Where the next file begins; null where this one holds the list to its end. */
  readonly next: string | null
}

const media = 'text/csv'
/** A long list takes its time until it is whole: it is then a file at once. */
const patienceMs = 120_000
const nameless = 'list.csv'

/**
 * Fetches a list as a file, from a cursor on where one is given.
 * @throws {ApiError}
 */
export async function fetchCsv({ list, of, params, query = {} }: CsvSource, cursor: string | null): Promise<CsvFile> {
  const path = exportPathOf(list, of, params ?? null)
  const filters = Object.entries({ ...query, ...(cursor === null ? {} : { cursor }) })
  const asked = new URLSearchParams(filters.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  const token = session.getState()?.token ?? null
  const headers = { lang: language.getState(), ...(token === null ? {} : { authorization: `Bearer ${token}` }) }
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(new Error('nothing came')), patienceMs)
  try {
    const response = await fetch(asked.size === 0 ? path : `${path}?${asked}`, { headers, signal: patience.signal })
    if (!response.headers.get('content-type')?.startsWith(media)) {
      dataOf(response, await response.text())
      throw new ApiError('unknown', response.status, `unexpected answer of ${path}`)
    }
    const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? nameless
    return { name, bytes: await response.blob(), next: response.headers.get(exportNextHeader) }
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw new ApiError('network', 0, String(failure))
    if (failure.reason === 'login_required') endLostSession(token)
    throw failure
  } finally {
    clearTimeout(timer)
  }
}
