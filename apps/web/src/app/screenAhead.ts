import { isOpenPath } from '../identity/guard.ts'
import { targetOf } from './lastProduct.ts'
import { redirects, screens, type ScreenRow } from './routeTable.ts'

const segmentsOf = (path: string) => path.replace(/\/$/, '').split('/')

function matches(pattern: string, path: string): boolean {
  const parts = segmentsOf(pattern)
  const given = segmentsOf(path)
  return parts.length === given.length && parts.every((part, place) => part.startsWith('$') || part === given[place])
}

/** The row of a path: one that names it whole comes before one with a part left open. */
function rowOf<Row>(rows: readonly Row[], pathOf: (row: Row) => string, path: string): Row | undefined {
  return rows.find((row) => pathOf(row) === path) ?? rows.find((row) => matches(pathOf(row), path))
}

/** The screen that a path will open, as the router will find; undefined where there is none. */
export function screenAhead(path: string, signedIn: boolean): ScreenRow | undefined {
  const wanted = signedIn || isOpenPath(path) ? path : '/login'
  const screen = rowOf(screens, (row) => row.path, wanted)
  if (screen) return screen
  const redirect = rowOf(redirects, (row) => row.from, wanted)
  return redirect && screens.find((row) => row.path === targetOf(redirect))
}
