import { existsSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import { apiPrefix } from '@truemark/protocol/routes/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headersOfAll, httpsSeconds, sendRefusal } from './answers.ts'
import { localeForTags } from '@truemark/protocol/locale'
import { acceptedTags } from './acceptedTags.ts'
import { localeOf } from './app.ts'
import type { FramedPage, Frames } from './frames.ts'
import { type Gateway, isApiPath } from './gateway.ts'
import { originOf } from './origin.ts'
import type { Texts } from './texts.ts'

export interface WebAppsOptions {
  /** Built app of the traders, served at /. */
  readonly webFolder: string
  /** Built app of the operators, served at /desk/; null where it is served elsewhere. */
  readonly deskFolder: string | null
  readonly publicUrl: string | null
  /** Path of the socket, from which /config.json makes its address. */
  readonly socketPath: string
  readonly texts: Texts
  /** What the installed app is called. */
  readonly appName: () => string
  /** Origins besides this one that the operator's own marks come from. */
  readonly imageOrigins: () => readonly string[]
  /** Draws first screens; without it each page comes with the mark alone. */
  readonly frames?: Pick<Frames, 'pageOf'>
}

const deskPrefix = '/desk/'
/** The best first. */
const packings = ['br', 'gzip'] as const
const yearSeconds = 31_536_000

/**
 * Serves the two apps, /config.json, and an answer for every path that nothing else serves: the page of
 * the app for its own routes, 404 for a missing file, an envelope for a call that there is not.
 */
export function serveWebApps(gateway: Gateway, options: WebAppsOptions): void {
  const { app } = gateway
  const unknown = unknownCall(gateway, options.texts)
  app.setNotFoundHandler(unknown)
  app.get('/config.json', (request, reply) => {
    const origin = originOf(request, options.publicUrl)
    reply.header('cache-control', 'no-store')
    return { webUrl: origin, webSoketUrl: `${origin.replace(/^http/, 'ws')}${options.socketPath}` }
  })
  app.get('/manifest.webmanifest', (_request, reply) => {
    reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8')
    return JSON.stringify(manifestOf(options.appName()))
  })
  app.register(async (scope) => {
    // what stands for all answers gives way to what pages bear
    scope.addHook('onRequest', (_request, reply, next) => {
      for (const name of Object.keys(headersOfAll(options.publicUrl))) reply.removeHeader(name)
      next()
    })
    await scope.register(helmet, helmetOptions(options))
    const { deskFolder, webFolder } = options
    const built = [webFolder, ...(deskFolder === null ? [] : [deskFolder])].filter((folder) => existsSync(folder))
    if (built.length > 0) {
      await scope.register(fastifyStatic, { root: built, serve: false, preCompressed: true, cacheControl: false })
    }
    // With and without the slash are one route here, but the app's own addresses are relative to the one with it.
    scope.get('/desk', (request, reply) =>
      pathOf(request) === '/desk' && deskFolder !== null
        ? reply.redirect(deskPrefix, 308)
        : sendDesk(request, reply, deskFolder),
    )
    scope.get(`${deskPrefix}*`, (request, reply) => sendDesk(request, reply, deskFolder))
    scope.get('/*', async (request, reply) => {
      const path = pathOf(request)
      if (isApiPath(path)) return unknown(request, reply)
      const locale = localeForTags(acceptedTags(request.headers['accept-language']))
      const framed = await options.frames?.pageOf(path, locale)
      return framed ? sendFramed(request, reply, framed) : sendFile(request, reply, options.webFolder, '/')
    })
  })
}

/** What makes the app installable: its name, its looks and where it begins. */
function manifestOf(name: string): object {
  const icon = (file: string, sizes: string, purpose: string): object => {
    return { src: `/icons/${file}`, sizes, type: 'image/png', purpose }
  }
  return {
    id: '/',
    name,
    short_name: name.slice(0, 12),
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    background_color: '#121212',
    theme_color: '#121212',
    categories: ['finance'],
    icons: [
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('maskable-512.png', '512x512', 'maskable'),
    ],
  }
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}

function sendDesk(request: FastifyRequest, reply: FastifyReply, folder: string | null): FastifyReply {
  if (folder !== null) return sendFile(request, reply, folder, deskPrefix)
  return reply.code(404).type('text/plain; charset=utf-8').send('The desk is served by the core.\n')
}

function sendFile(request: FastifyRequest, reply: FastifyReply, folder: string, prefix: string): FastifyReply {
  if (!existsSync(join(folder, 'index.html'))) {
    return reply.code(404).type('text/plain; charset=utf-8').send('This app is not built yet: run npm run build.\n')
  }
  const file = fileOf(pathOf(request).slice(prefix.length))
  if (file === null) return notFound(reply)
  if (file === '') return page(reply, folder)
  // a program of the server's
  if (file.startsWith('frame/')) return notFound(reply)
  if (!existsSync(join(folder, file))) {
    // A lazy part of an older build must fail as such, not come as a page: the app then loads anew.
    return /\.[a-z0-9]{1,11}$/i.test(file) ? notFound(reply) : page(reply, folder)
  }
  const lasting = file.startsWith('assets/')
  reply.header('cache-control', lasting ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
  return reply.sendFile(file, folder)
}

/** The relative file of a path, '' for the app itself, null for one that leaves the folder. */
function fileOf(path: string): string | null {
  let file: string
  try {
    file = decodeURIComponent(path)
  } catch {
    return null
  }
  if (file.includes('\0') || file.includes('\\') || file.split('/').some((part) => part.startsWith('.'))) return null
  return file === 'index.html' || file.endsWith('/') ? '' : file
}

/** The page with its screen's first frame: nothing in it is of its reader but the language that the browser asks for. */
function sendFramed(request: FastifyRequest, reply: FastifyReply, framed: FramedPage): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const packing = packings.find((each) => new RegExp(`\\b${each}\\b(?!\\s*;\\s*q=0(?![.\\d]*[1-9]))`).test(accepted))
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, accept-language' })
  if (packing !== undefined) reply.header('content-encoding', packing)
  return reply.type('text/html; charset=utf-8').send(Buffer.from(framed[packing ?? 'identity']))
}

function page(reply: FastifyReply, folder: string): FastifyReply {
  reply.header('cache-control', 'no-cache')
  return reply.sendFile('index.html', folder)
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found.\n')
}

function unknownCall(gateway: Gateway, texts: Texts) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request)
    if (!isApiPath(path)) return notFound(reply)
    const served = gateway.routes.some((route) => matches(route.path, path))
    return sendRefusal(reply, served ? 'method_wrong' : 'route_unknown', texts, localeOf(request))
  }
}

function matches(route: string, path: string): boolean {
  const parts = route.split('/')
  const given = path.replace(/\/$/, '').split('/')
  return parts.length === given.length && parts.every((part, index) => part.startsWith('{') || part === given[index])
}

/**
 * Everything from here, and from elsewhere the operator's marks alone. No script and no style sheet stands inline: what
 * the apps set by script on one element is none. A text becomes the address of a script by the policy `truemark` alone.
 */
function helmetOptions({ publicUrl, imageOrigins }: WebAppsOptions) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', () => imageOrigins().join(' ')],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...socketOrigin(publicUrl)],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['truemark'],
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: publicUrl?.startsWith('https:') === true ? { maxAge: httpsSeconds } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
  }
}

function socketOrigin(publicUrl: string | null): string[] {
  return publicUrl === null ? [] : [publicUrl.replace(/^http/, 'ws')]
}

/** Where the API's document and its readable page stand. */
export const documentPaths = { document: `${apiPrefix}/openapi.json`, page: `${apiPrefix}/docs` } as const
