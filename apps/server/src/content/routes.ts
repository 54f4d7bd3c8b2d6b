import { client } from '@truemark/protocol/client'
import { type AppDataAnswer, contentRoutes } from '@truemark/protocol/routes/content'
import type { Logger } from 'pino'
import { done } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { ReadOnly } from '../platform/http/readOnly.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { AppData } from './appData.ts'
import { openClientErrors } from './clientErrors.ts'
import { scrubbed } from './scrub.ts'

const infoLengthMax = 4_000

export interface ContentPorts {
  readonly database: Database
  readonly appData: AppData
  readonly logger: Logger
  readonly socketToken: (sessionId: string, now: number) => { token: string; expireAt: number }
  readonly simulated: () => boolean
  /** Whether real accounts can't trade here. */
  readonly demoOnly: () => Promise<boolean>
  /** Whether the installation is declared to have one operator. */
  readonly singleOperator: boolean
  /** Whether administrators can read the codes that are sent. */
  readonly codesAtDesk: () => Promise<boolean>
  /** Whether anything can be changed here now. */
  readonly readOnly: Pick<ReadOnly, 'get'>
  readonly now: () => number
}

/** Binds app data and the report of errors. */
export function bindContent(gateway: Gateway, ports: ContentPorts): void {
  gateway.bind(contentRoutes.appData, async ({ caller }) => {
    const open = await openAppData(ports)
    const opened = caller?.kind === 'user' ? ports.socketToken(caller.sessionId, open.time) : null
    return done({ ...open, ws: opened === null ? null : { token: opened.token, expire_at: opened.expireAt } })
  })
  bindReports(gateway, ports)
}

/** What app data is for somebody who is not signed in. */
export async function openAppData(ports: Omit<ContentPorts, 'logger' | 'socketToken'>): Promise<AppDataAnswer> {
  const time = ports.now()
  return {
    app: await ports.appData.fields(),
    ws: null,
    demo_only: await ports.demoOnly(),
    simulated: ports.simulated(),
    single_operator: ports.singleOperator,
    codes_at_desk: await ports.codesAtDesk(),
    read_only: ports.readOnly.get(),
    time,
  }
}

// one line an event, whatever the client sends: the log's own encoding escapes line breaks and control characters
function bindReports(gateway: Gateway, { database, logger, now }: ContentPorts): void {
  const crashes = openClientErrors({ database, now })
  gateway.bind(contentRoutes.logError, async ({ body, requestId, userAgent }) => {
    const { client_version, error_message, error_url, additional_info = '', stack } = body
    // our own is no number of anybody's
    const version = client_version === client.version ? client_version : scrubbed(client_version)
    const more = typeof additional_info === 'string' ? additional_info : JSON.stringify(additional_info)
    logger.warn(
      {
        requestId,
        client_version: version,
        error_message: scrubbed(error_message),
        additional_info: scrubbed(more).slice(0, infoLengthMax),
        page: scrubbed(pageOf(body.error_url)),
      },
      'client error',
    )
    if (stack !== undefined) {
      const path = pageOf(error_url)
      await crashes.note({ version, message: error_message, stack, path, userAgent })
    }
    return done(null)
  })
}

// the query of a page's address may bear what is nobody's business
function pageOf(address: string): string {
  return address.replace(/[?#].*$/s, '').slice(0, 500)
}
