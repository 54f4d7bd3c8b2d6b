import { createHash } from 'node:crypto'
import { client as constants } from '@truemark/protocol/client'
import { readEmail } from '@truemark/protocol/email'
import { type MailStanding, deskMailRoutes as routes } from '@truemark/protocol/routes/deskMail'
import { blurred, newCode } from '../identity/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { appendAudit } from './audit.store.ts'
import { insertTest, isWaiting, provenAt, secondsToWait, useTest } from './mailTest.store.ts'
import { type DeskPorts, actorOf } from './ports.ts'

/**
 * What a mail setting is known by: where mails go out, as whom, and from whom. Its password is left out, so that nobody
 * can guess it by the digest. Null where no mail server is set.
 */
export function mailSettingOf(smtpUrl: string | null, from: string): Buffer | null {
  if (smtpUrl === null || !URL.canParse(smtpUrl)) return null
  const { protocol, username, host } = new URL(smtpUrl)
  return createHash('sha256')
    .update(JSON.stringify([protocol, username, host, from]))
    .digest()
}

/** Whether mails of a setting arrive: somebody has read one that went out by it. */
export async function isMailProven(database: Queryable, setting: Buffer | null): Promise<boolean> {
  return setting !== null && (await provenAt(database, setting)) !== null
}

/** Binds the proof that mails arrive, without which no real money comes in. */
export function bindMailTest(gateway: Gateway, ports: DeskPorts): void {
  gateway.bind(routes.deskMail, ({ caller }) => standingOf(ports, caller))
  gateway.bind(routes.deskMailTest, async ({ caller, body, locale }) => {
    const { appData, database, mailSetting: setting, post } = ports
    const to = readEmail(body.email)
    if (to === null) return refused('email_invalid')
    if (setting === null) return refused('mail_unset')
    const code = newCode()
    const actor = await actorOf(ports, caller)
    const wait = await database.transaction(async (client) => {
      const seconds = await secondsToWait(client, caller.userId)
      if (seconds > 0) return seconds
      await insertTest(client, { setting, operator: caller.userId }, hashOf(ports, caller, code))
      await appendAudit(client, { actor, action: 'mail_test_sent', subject: 'mail', reason: '', detail: {} })
      const params = { app: appData.name, code, minutes: String(constants.codeMinutes) }
      await post.sendMail({ to, template: 'mailTest', locale, params }, client)
      return 0
    })
    return wait > 0 ? refused('code_too_soon', { seconds: String(wait) }) : standingOf(ports, caller)
  })
  gateway.bind(routes.deskMailProve, async ({ caller, body }) => {
    const { database, mailSetting: setting } = ports
    if (setting === null) return refused('mail_unset')
    const actor = await actorOf(ports, caller)
    const proven = await database.transaction(async (client) => {
      const test = await useTest(client, { setting, operator: caller.userId }, hashOf(ports, caller, body.code))
      if (test === null) return false
      const detail = { test: String(test), setting: setting.toString('hex').slice(0, 16) }
      await appendAudit(client, { actor, action: 'mail_proven', subject: 'mail', reason: '', detail })
      return true
    })
    return proven ? standingOf(ports, caller) : refused('code_invalid')
  })
}

function hashOf({ secret }: DeskPorts, { userId }: Caller, code: string): Buffer {
  return blurred(secret, `mail test ${userId} ${code}`)
}

async function standingOf(
  { database, mailSetting: setting }: DeskPorts,
  caller: Caller,
): Promise<Outcome<MailStanding>> {
  if (setting === null) return done({ configured: false, proven: null, waiting: false })
  const proven = await provenAt(database, setting)
  return done({ configured: true, proven, waiting: await isWaiting(database, { setting, operator: caller.userId }) })
}
