import { httpStatusOf } from '@truemark/protocol/errors'
import { apiPrefix, type RouteDefinition } from '@truemark/protocol/routes/route'
import { routes } from '@truemark/protocol/routes/all'
import type { Config } from './platform/config/config.ts'
import { refused } from './platform/http/call.ts'
import { createGateway } from './platform/http/gateway.ts'
import { createLimits } from './platform/http/limits.ts'
import { serveDocument } from './platform/http/openapi.ts'
import { type Caller, cacheSessions } from './platform/http/session.ts'
import { serveWebApps } from './platform/http/webApps.ts'
import type { Logger } from './platform/log.ts'
import { gatewayTexts, loadTranslate } from './platform/texts/translator.ts'

/** Enough for what every call goes through to be compiled. */
const callsMade = 150
const call = {
  method: 'POST',
  url: `${apiPrefix}/spot/orders`,
  headers: {
    authorization: 'Bearer nobody',
    'content-type': 'application/json',
    'idempotency-key': '00000000-0000-7000-8000-000000000000',
  },
  payload: '{"symbol":"BTCUSDT","side":"buy","type":"limit","price":"1","quantity":"1"}',
} as const

/** Whoever calls in a rehearsal, by any token. */
const nobody: Caller = {
  sessionId: 'nobody',
  kind: 'user',
  userId: 0,
  holder: 0,
  realm: 'demo',
  guest: true,
  actor: 'demo',
}
const answered = 'server_busy'

/**
 * Builds the face of a leader once for nobody: every route is bound, and calls go through it that do nothing. What people would
 * wait for after a takeover is compiled and prepared by then. Nothing listens. Throws where no call gets through.
 */
export async function rehearse(
  { publicUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies'>,
  logger: Logger,
): Promise<void> {
  const texts = gatewayTexts(await loadTranslate())
  const sessions = cacheSessions({ authenticate: async () => nobody })
  const disclosures = { accepted: () => true, refused: async () => null }
  const rules = { limits: createLimits(0), disclosures, publicUrl, trustedProxies }
  const gateway = createGateway({ ...rules, logger, sessions, texts })
  const all: readonly RouteDefinition[] = Object.values(routes)
  for (const route of all) gateway.bindLenient(route, () => refused(answered))
  serveDocument(gateway, '')
  const apps = { webFolder: '', deskFolder: null, socketPath: '', appName: () => '', imageOrigins: () => [] }
  serveWebApps(gateway, { ...apps, publicUrl, texts })
  try {
    await gateway.app.ready()
    for (let made = 0; made < callsMade; made += 1) {
      const { statusCode } = await gateway.app.inject(call)
      if (statusCode !== httpStatusOf(answered)) throw new Error(`a call was answered with ${statusCode}`)
    }
  } finally {
    await gateway.app.close()
  }
}
