import { isOpenPath } from '../identity/guard.ts'
import { type Fields, matchPath } from '../parts/router/place.ts'
import { targetOf } from './lastProduct.ts'
import type { ScreenRow } from '../parts/router/screenRow.ts'
import { redirects, screens } from './routeTable.ts'

interface Row<R> {
  readonly row: R
  readonly params: Fields
}

/** The row of a path: one that names it whole comes before one with a part left open. */
function rowAt<R>(rows: readonly R[], patternOf: (row: R) => string, path: string): Row<R> | null {
  const whole = rows.find((row) => patternOf(row) === path)
  if (whole) return { row: whole, params: {} }
  for (const row of rows) {
    const params = matchPath(patternOf(row), path)
    if (params) return { row, params }
  }
  return null
}

/** The screen that stands at a path; null where there is none. */
export function screenAt(path: string): Row<ScreenRow> | null {
  return rowAt(screens, (row) => row.path, path)
}

/** Where a path that only leads on leads to; null where it does not. */
export function redirectAt(path: string): { readonly to: string; readonly params: Fields } | null {
  const found = rowAt(redirects, (row) => row.from, path)
  return found && { to: targetOf(found.row), params: found.params }
}

/** The screen that a path will open, as the router will find; undefined where there is none. */
export function screenAhead(path: string, signedIn: boolean): ScreenRow | undefined {
  const wanted = signedIn || isOpenPath(path) ? path : '/login'
  const to = redirectAt(wanted)?.to
  return screenAt(wanted)?.row ?? screens.find((row) => row.path === to)
}
