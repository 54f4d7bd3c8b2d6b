/** What a path leaves open, or its query says, by name. */
export type Fields = Readonly<Record<string, string>>

/** One address of the app, read into its parts. */
export interface Place {
  readonly pathname: string
  readonly search: Fields
  /** All of it, from the first slash on. */
  readonly href: string
}

/** Where a link leads: a path, what fills its open parts (`$symbol`), and its query; fields that are undefined are left out. */
export interface Target {
  readonly to: string
  readonly params?: Fields | undefined
  readonly search?: Readonly<Record<string, string | undefined>> | undefined
}

/** Reads an address of the app; a slash at its end, or more than one at its beginning, is none of the path. */
export function placeOf(address: string): Place {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  const pathname = `/${path.replace(/^\/+|\/+$/g, '')}`
  return { pathname, search: Object.fromEntries(new URLSearchParams(query)), href: pathname + query + hash }
}

/** The address of a target. */
export function hrefOf({ to, params = {}, search = {} }: Target): string {
  const path = to.replace(/\$(\w+)/g, (open, name: string) => encodeURIComponent(params[name] ?? open))
  const pairs = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}

const partsOf = (path: string) => path.replace(/\/$/, '').split('/')

/** What a path leaves open of a pattern, by name; null where it is not of the pattern. Capital letters are no difference. */
export function matchPath(pattern: string, path: string): Fields | null {
  const parts = partsOf(pattern)
  const given = partsOf(path)
  if (parts.length !== given.length) return null
  const found: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    const text = given[at] ?? ''
    if (part.startsWith('$') && text !== '') found[part.slice(1)] = decoded(text)
    else if (part.toLowerCase() !== text.toLowerCase()) return null
  }
  return found
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
