const openSegments: ReadonlySet<string> = new Set([
  'login',
  'testlogine',
  'forgot',
  'register',
  'transparency',
  'freeze',
])
const guestSegments: ReadonlySet<string> = new Set(['login', 'testlogine', 'forgot', 'register'])

const firstSegment = (path: string) => path.split(/[/?#]/, 2)[1] ?? ''

/** Whether a path needs no session: its first segment, whole, is a guest's or is open to all. */
export function isOpenPath(path: string): boolean {
  return openSegments.has(firstSegment(path))
}

/**
 * Where to go after signing in: the wanted path if it is one of this app (and not itself a guest's form), else home.
 * Anything that a browser could read as another origin is home.
 */
export function safeRedirect(wanted: unknown, origin: string): string {
  const home = '/home'
  if (typeof wanted !== 'string' || wanted.length > 2_000) return home
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return home
  try {
    const url = new URL(wanted, origin)
    if (url.origin !== origin || guestSegments.has(firstSegment(url.pathname))) return home
    return url.pathname + url.search + url.hash
  } catch {
    return home
  }
}
