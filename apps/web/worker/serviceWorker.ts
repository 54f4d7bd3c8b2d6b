// The app's service worker: keeps the app's own files, so that it starts without a network, and shows pushes. Answers
// about a person are never kept. One file without imports; the build puts `shell` and `version` before it.
declare const self: ServiceWorkerGlobalScope
/** The files without which the app does not start, as paths. */
declare const shell: readonly string[]
/** Names the build. */
declare const version: string
/** What is said of a push that could not be read, by language tag. */
declare const unreadable: Readonly<Record<string, { readonly title: string; readonly text: string }>>

const shellCache = `shell-${version}`
const assetCache = 'assets'
const publicCache = 'public'
const assetsMax = 250
const pagePath = '/index.html'
const pageTimeout = 4_000
/** How long a page may take to say that it opens what a notification leads to. */
const answerTimeout = 2_000
/** What anyone may read: it is kept, and given only where the network gives nothing. */
const publicPaths: ReadonlySet<string> = new Set([
  '/config.json',
  '/api/v3/datafeed/symbols',
  '/api/v3/crypto/coin_list',
])

self.addEventListener('install', (event) => event.waitUntil(install()))

async function install(): Promise<void> {
  const cache = await caches.open(shellCache)
  const stored = await caches.open(assetCache)
  for (const path of shell) {
    // A file whose name bears its content is the same whichever build brought it.
    const known = path.startsWith('/assets/') ? await stored.match(path) : undefined
    const response = known ?? (await fetch(path, { cache: 'no-cache' }))
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    await cache.put(path, response)
  }
}

self.addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith('shell-') && name !== shellCache) await caches.delete(name)
  }
  await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/desk')) return
  if (publicPaths.has(url.pathname)) event.respondWith(openly(request, url.pathname + url.search))
  else if (url.pathname.startsWith('/api/')) return
  else if (request.mode === 'navigate') event.respondWith(page(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else event.respondWith(file(request))
})

/**
 * The page itself: the one that is kept, at once, since a newer version is offered when it is there. Where it is loaded
 * anew, the newest if the network is quick enough: the kept one may name files that are gone.
 */
async function page(request: Request): Promise<Response> {
  const kept = await keptAnswer(pagePath)
  if (kept === undefined) return fetch(request)
  if (!isReload(request)) return kept
  const fresh = fetch(request).then((response) => (response.status < 500 ? response : kept))
  const patience = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), pageTimeout))
  return Promise.race([fresh.catch(() => kept), patience])
}

function isReload(request: Request): boolean {
  return request.cache !== 'default' || ('isReloadNavigation' in request && request.isReloadNavigation === true)
}

/** A file whose name bears its content: once had, it is never asked for again. */
async function asset(request: Request): Promise<Response> {
  const kept = await keptAnswer(request.url)
  if (kept !== undefined) return kept
  const response = await fetch(request)
  // A device that is full, or keeps nothing for this page, still gets what the network gave.
  if (response.ok) await keepAsset(request.url, response.clone()).catch(() => undefined)
  return response
}

async function keptAnswer(address: string): Promise<Response | undefined> {
  return caches.match(address).catch(() => undefined)
}

async function keepAsset(url: string, response: Response): Promise<void> {
  const cache = await caches.open(assetCache)
  await cache.put(url, response)
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - assetsMax))) await cache.delete(old)
}

/** The mark, the manifest and the like. */
async function file(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (failure) {
    const kept = await keptAnswer(request.url)
    if (kept === undefined) throw failure
    return kept
  }
}

/** What anyone may read; without whatever the answer's head says about its reader. */
async function openly(request: Request, path: string): Promise<Response> {
  try {
    const response = await fetch(request)
    if (response.ok) await keepOpenly(path, response.clone()).catch(() => undefined)
    return response
  } catch (failure) {
    const kept = await keptAnswer(path)
    if (kept === undefined) throw failure
    return kept
  }
}

async function keepOpenly(path: string, response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? 'application/json'
  const cache = await caches.open(publicCache)
  await cache.put(path, new Response(await response.text(), { headers: { 'content-type': type } }))
}

interface Push {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly path: string
}

function readPush(data: PushMessageData | null): Push | null {
  try {
    const value: unknown = data?.json()
    if (typeof value !== 'object' || value === null) return null
    const fields = new Map<string, unknown>(Object.entries(value))
    const [id, title, body, path] = ['id', 'title', 'body', 'path'].map((name) => fields.get(name))
    if (typeof id !== 'string' || typeof title !== 'string' || typeof body !== 'string') return null
    return { id, title, body, path: ownPath(path) }
  } catch {
    return null
  }
}

/** What is shown of a push that could not be read, in the language of the device. */
function unreadPush(): { readonly title: string; readonly body: string } {
  const languages = self.navigator.languages.map((tag) => tag.split('-')[0] ?? tag)
  const known = languages.find((language) => unreadable[language] !== undefined) ?? 'en'
  return { title: unreadable[known]?.title ?? '', body: unreadable[known]?.text ?? '' }
}

/** A path of this app, whatever was sent. */
function ownPath(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/')) return '/notifications'
  return new URL(path, self.location.origin).origin === self.location.origin ? path : '/notifications'
}

self.addEventListener('push', (event) => event.waitUntil(show(readPush(event.data))))

/** Every push shows something: iOS ends a subscription whose pushes show nothing. */
async function show(push: Push | null): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' }).catch(() => [])
  // Who looks at the app is told by the app too: one quiet notification then replaces the other.
  const isLooking = windows.some((client) => client.visibilityState === 'visible' && client.focused)
  const { id, title, body, path } = push ?? { id: 'unread', ...unreadPush(), path: '/notifications' }
  await self.registration.showNotification(title, {
    body,
    // The same one twice shows once.
    tag: isLooking ? 'looking' : id,
    silent: isLooking,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path },
  })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const data: unknown = event.notification.data
  const path = ownPath(typeof data === 'object' && data !== null && 'path' in data ? data.path : null)
  event.waitUntil(openPath(path))
})

async function openPath(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' })
  const open = windows.find((client) => !new URL(client.url).pathname.startsWith('/desk'))
  if (open === undefined) {
    await self.clients.openWindow(path)
    return
  }
  await open.focus().catch(() => undefined)
  // A page that is still starting hears nothing yet, and what it does not hear is lost.
  if (!(await isHeard(open, path))) await open.navigate(path).catch(() => self.clients.openWindow(path))
}

/** Has the page open a path, and tells whether it said so in time. */
async function isHeard(page: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', () => resolve(true))
    setTimeout(() => resolve(false), answerTimeout)
  })
  port1.start()
  page.postMessage({ type: 'open', path }, [port2])
  return answered
}

self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message !== 'object' || message === null || !('type' in message)) return
  if (message.type === 'update') event.waitUntil(self.skipWaiting())
  else if (message.type === 'signedOut') event.waitUntil(closeAll())
})

/** What another account was told is not left on the screen. */
async function closeAll(): Promise<void> {
  for (const shown of await self.registration.getNotifications()) shown.close()
}

export {}
