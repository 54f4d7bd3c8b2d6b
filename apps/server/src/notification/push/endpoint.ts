/** The push services of the browsers that there are: names, and endings of names. */
const hosts: ReadonlySet<string> = new Set([
  'fcm.googleapis.com',
  'android.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
])
const endings = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'] as const

/**
 * Whether this server may be made to call an endpoint that a browser names: only the known push services, by https on
 * their own port, and origins that the operator has named. So nobody can have it call anything inside the network.
 */
export function isPushEndpoint(endpoint: string, origins: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (origins.includes(origin)) return true
  if (protocol !== 'https:' || port !== '') return false
  return hosts.has(hostname) || endings.some((ending) => hostname.endsWith(ending))
}
