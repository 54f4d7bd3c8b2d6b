import { randomBytes } from 'node:crypto'
import { type LocaleId, parseLocaleId } from '@truemark/protocol/locale'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { headersOfAll, sendRefusal } from './answers.ts'
import { acceptForms } from './forms.ts'
import { readJson } from './json.ts'
import type { Texts } from './texts.ts'

/** The most bytes of a body, where its route does not say otherwise. */
export const bodyMax = 64 * 1024

export interface AppOptions {
  readonly logger: FastifyBaseLogger
  readonly texts: Texts
  readonly publicUrl: string | null
  readonly trustedProxies: number
}

/** Ids that no two requests share, of other runs of the server neither: the audit log keeps them. */
function requestIds(): () => string {
  const run = randomBytes(9).toString('base64url')
  let count = 0
  return () => `${run}-${(count += 1).toString(36)}`
}

/** The server of HTTP with its bounds: how it reads bodies, how long it waits, and what every answer bears. */
export function createApp({ logger, trustedProxies, texts, publicUrl }: AppOptions): FastifyInstance {
  const always = headersOfAll(publicUrl)
  const app = fastify({
    loggerInstance: logger,
    // One logger for all: a child for each request costs more than the request's own look-ups.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIds(),
    bodyLimit: bodyMax,
    trustProxy: trustedProxies === 0 ? false : (_address: string, hop: number) => hop < trustedProxies,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 128 },
    // an address whose escapes mean nothing leads nowhere, and is answered as any such
    frameworkErrors: (_error, request, reply) =>
      void sendRefusal(reply.headers(always), 'route_unknown', texts, localeOf(request)),
    // whoever watches the service asks by HEAD
    exposeHeadRoutes: true,
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: true,
    // its own answer is no envelope; ours is below
    return503OnClosing: false,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16 * 1024 },
  })
  app.server.maxHeadersCount = 100
  app.server.maxConnections = 20_000
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(always)
    // on a connection that was open before the end began; the next one finds who runs then
    if (isClosing) sendRefusal(reply.header('connection', 'close'), 'server_busy', texts, localeOf(request))
    else next()
  })
  // Every request has the field from the start, so that all have one shape.
  app.decorateRequest('entrance')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, next) => {
    // A small body that unpacks into a huge one is not worth its few saved bytes.
    if (request.headers['content-encoding'] !== undefined) return next(unsupported())
    return next(null, readJson(typeof text === 'string' ? text : text.toString('utf8')))
  })
  acceptForms(app)
  return app
}

function unsupported(): Error & { statusCode: number } {
  return Object.assign(new Error('packed bodies are not read'), { statusCode: 415 })
}

export function localeOf(request: FastifyRequest): LocaleId {
  return parseLocaleId(request.headers['lang'])
}
