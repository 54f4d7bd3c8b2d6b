import { apiPrefix, pathWith } from './routes/route.ts'

/** The most rows of one file, and the most UTF-16 units of it; a longer list goes on in the next file, at a cursor. */
export const exportRowsMax = 50_000
export const exportLengthMax = 16 * 1024 ** 2
/** The header that says where the next file begins; without it the file holds the list to its end. */
export const exportNextHeader = 'x-next-cursor'
/** Below this path every list stands as a file; calls are counted by it. */
export const exportPrefix = `${apiPrefix}/desk/export`

/** Where a list that the desk shows stands as a file; `of` names one list of an answer that holds several. */
export function exportPathOf(
  { path }: { readonly path: string },
  of?: string,
  params: Readonly<Record<string, string>> | null = null,
): string {
  const below = path.slice(apiPrefix.length).replace(/^\/(desk|transparency)\//, '/')
  const whole = `${exportPrefix}${below}${of === undefined ? '' : `/${of}`}`
  return params === null ? whole : pathWith(whole, params)
}
