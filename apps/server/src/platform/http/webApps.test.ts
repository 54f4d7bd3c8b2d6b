import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../log.ts'
import { type Gateway, createGateway } from './gateway.ts'
import { createLimits } from './limits.ts'
import { serveDocument } from './openapi.ts'
import { portOf } from './listen.ts'
import { cacheSessions } from './session.ts'
import { serveWebApps } from './webApps.ts'

let folder = ''
let gateway: Gateway
let origin = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'truemark-apps-'))
  for (const app of ['web', 'desk']) {
    mkdirSync(join(folder, app, 'assets'), { recursive: true })
    writeFileSync(join(folder, app, 'index.html'), `<title>${app}</title>`)
    writeFileSync(join(folder, app, 'assets/main-abc123.js'), `/* ${app} */`)
    writeFileSync(join(folder, app, 'assets/main-abc123.js.br'), brotliCompressSync(`/* ${app} */`))
    writeFileSync(join(folder, app, 'assets/main-abc123.js.gz'), gzipSync(`/* ${app} */`))
    writeFileSync(join(folder, app, '.secret'), 'hidden')
    mkdirSync(join(folder, app, 'frame'))
    writeFileSync(join(folder, app, 'frame/frame.js'), 'hidden')
  }
  writeFileSync(join(folder, 'outside.txt'), 'outside')
  const texts = { refusal: () => '', success: () => '' }
  gateway = createGateway({
    logger: createLogger('silent'),
    sessions: cacheSessions({ authenticate: () => Promise.resolve(null) }),
    texts,
    limits: createLimits(1),
    publicUrl: 'https://trade.example.org',
    trustedProxies: 0,
  })
  serveDocument(gateway, '1')
  serveWebApps(gateway, {
    webFolder: join(folder, 'web'),
    deskFolder: join(folder, 'desk'),
    publicUrl: 'https://trade.example.org',
    socketPath: '/ws',
    texts,
    appName: () => 'Truemark',
    imageOrigins: () => ['https://cdn.example.org'],
    frames: {
      pageOf: async (path, locale) => {
        if (path !== '/framed') return null
        const page = Buffer.from(`<title>${locale}</title>`)
        return { identity: page, br: brotliCompressSync(page), gzip: gzipSync(page) }
      },
    },
  })
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${portOf(gateway.server)}`
})
afterAll(async () => {
  await gateway.app.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string) => fetch(`${origin}${path}`, { redirect: 'manual' })

it.each([
  '/',
  '/home',
  '/desk/',
  '/manifest.webmanifest',
  '/config.json',
  '/assets/main-abc123.js',
  '/missing.js',
  '/api/v3/openapi.json',
  '/api/v3/nothing',
])('FC-98 HEAD of %s is as GET, without a body', async (path) => {
  const [whole, head] = [await get(path), await fetch(`${origin}${path}`, { method: 'HEAD', redirect: 'manual' })]
  expect([head.status, head.headers.get('content-type')]).toEqual([whole.status, whole.headers.get('content-type')])
  expect(head.headers.get('cache-control')).toBe(whole.headers.get('cache-control'))
  expect(await head.text()).toBe('')
  await whole.text()
})

describe('the apps', () => {
  const pages = [
    ['/', 'web'],
    ['/login', 'web'],
    ['/trade/BTCUSDT?tab=book', 'web'],
    ['/index.html', 'web'],
    ['/desk/', 'desk'],
    ['/desk/users/7', 'desk'],
  ]
  it.each(pages)('%s is the page of %s, asked for anew each time', async (path, app) => {
    const response = await get(path)
    expect(await response.text()).toBe(`<title>${app}</title>`)
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  it.each([
    ['fr-CA,fr;q=0.9,en;q=0.5', 'br, gzip', 'fre', 'br'],
    ['de,ja;q=0.1', 'gzip', 'jp', 'gzip'],
    ['de', 'br;q=0, gzip;q=0', 'en', null],
    ['zh-TW', 'br;q=0.5', 'zh', 'br'],
  ])('sends a first screen in the language of %s to who unpacks %s', async (languages, packings, locale, packing) => {
    const headers = { 'accept-language': languages, 'accept-encoding': packings }
    const response = await fetch(`${origin}/framed`, { headers })
    expect(await response.text()).toBe(`<title>${locale}</title>`)
    expect(response.headers.get('content-encoding')).toBe(packing)
    expect(response.headers.get('vary')).toBe('accept-encoding, accept-language')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  it('serves none of the programs that the server itself runs', async () => {
    expect((await get('/frame/frame.js')).status).toBe(404)
  })

  it('serves hashed files for ever, and a missing one as 404, not as a page', async () => {
    for (const [path, app] of [
      ['/assets/main-abc123.js', 'web'],
      ['/desk/assets/main-abc123.js', 'desk'],
    ]) {
      const response = await get(path ?? '')
      expect(await response.text()).toBe(`/* ${app} */`)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('content-type')).toContain('javascript')
    }
    expect((await get('/assets/main-older.js')).status).toBe(404)
    expect((await get('/desk/assets/main-older.js')).status).toBe(404)
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity', null],
  ])('sends a file as it lies packed to who accepts %s', async (accepted, packing) => {
    const response = await fetch(`${origin}/assets/main-abc123.js`, { headers: { 'accept-encoding': accepted } })
    expect(response.headers.get('content-encoding')).toBe(packing)
    expect(response.headers.get('content-type')).toContain('javascript')
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(await response.text()).toBe('/* web */')
  })

  it.each([
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/.secret',
    '/desk/.secret',
    '/assets/..%5c..%5coutside.txt',
    '/%00',
    '/%zz',
  ])('%s leads nowhere', async (path) => {
    const response = await get(path)
    expect([400, 404]).toContain(response.status)
    expect(await response.text()).not.toMatch(/outside|hidden/)
  })

  it('answers an address whose escapes mean nothing as one that leads nowhere', async () => {
    const response = await get('/api/v3/news/%')
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
    expect(await response.json()).toMatchObject({ data: { reason: 'route_unknown' } })
  })

  it('sends /desk to /desk/ once', async () => {
    const response = await get('/desk')
    expect([response.status, response.headers.get('location')]).toEqual([308, '/desk/'])
  })

  it.each(['/', '/desk/'])(
    'runs no script and takes no style but its own files at %s, and loads images from the operator’s own hosts alone',
    async (path) => {
      const { headers } = await get(path)
      const policy = new Map(
        (headers.get('content-security-policy') ?? '').split(';').map((line) => {
          const [name = '', ...sources] = line.trim().split(' ')
          return [name, sources.join(' ')] as const
        }),
      )
      expect(Object.fromEntries(policy)).toEqual({
        'default-src': "'none'",
        'base-uri': "'none'",
        'object-src': "'none'",
        'frame-ancestors': "'none'",
        'form-action': "'self'",
        'script-src': "'self'",
        'script-src-attr': "'none'",
        'style-src': "'self'",
        'img-src': "'self' data: blob: https://cdn.example.org",
        'font-src': "'self'",
        'connect-src': "'self' wss://trade.example.org",
        'worker-src': "'self'",
        'manifest-src': "'self'",
        'require-trusted-types-for': "'script'",
        'trusted-types': 'truemark',
      })
      expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    },
  )

  it('takes its addresses from PUBLIC_URL', async () => {
    expect(await (await get('/config.json')).json()).toEqual({
      webUrl: 'https://trade.example.org',
      webSoketUrl: 'wss://trade.example.org/ws',
    })
  })

  it('gives no other origin leave to read', async () => {
    const response = await fetch(`${origin}/config.json`, { headers: { origin: 'https://evil.example' } })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('shows the API as a page that loads nothing from elsewhere', async () => {
    const page = await get('/api/v3/docs/')
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).not.toMatch(/(src|href)="https?:|<script|style="/)
    const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? ''
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  })

  it.each([
    '/',
    '/desk',
    '/desk/',
    '/assets/main-abc123.js',
    '/missing.js',
    '/config.json',
    '/manifest.webmanifest',
    '/api/v3/openapi.json',
    '/api/v3/docs',
    '/api/v3/nothing',
    '/api/v3/news/%',
  ])(
    'answers %s so that no browser frames it, guesses its type, tells where it came from, or takes it by http',
    async (path) => {
      const { headers } = await get(path)
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
    },
  )
})

it('names the installed app as the operator does, and lets a browser look for a newer one', async () => {
  const response = await fetch(`${origin}/manifest.webmanifest`)
  expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  const manifest: unknown = await response.json()
  expect(manifest).toMatchObject({ name: 'Truemark', start_url: '/home', scope: '/', display: 'standalone' })
  expect(manifest).toHaveProperty('icons.2.purpose', 'maskable')
})
