import { randomBytes } from 'node:crypto'
import { readEmail } from '@truemark/protocol/email'
import { headMailRoutes as routes, headMailsMax } from '@truemark/protocol/routes/headMail'
import type { Reason } from '@truemark/protocol/errors'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { type NewHeadMail, addHeadMail, endHeadMail, forgetHeadMail, headMailSince } from './headMail.store.ts'
import type { TransparencyPorts } from './ports.ts'

/** Binds who gets the day's signed head by mail. */
export function bindHeadMail(gateway: Gateway, ports: TransparencyPorts): void {
  const { database } = ports
  gateway.bind(routes.headMailStart, async ({ body, locale, origin, address: network }) => {
    const address = readEmail(body.email)
    if (address === null) return refused('email_invalid')
    if (!ports.heads.canMail()) return refused('messages_unsent')
    if (!(await ports.heads.checkCode(address, network, body.code))) return refused('code_invalid')
    const refusal = await subscribe(ports, { address, locale, origin: origin() })
    return refusal === null ? done(null) : refused(refusal)
  })
  gateway.bind(routes.headMailEnd, async ({ body }) => {
    await endHeadMail(database, body.token)
    return done(null)
  })
  const standing = async (address: string | null) => {
    const since = address === null ? null : await headMailSince(database, address)
    return { address, since }
  }
  gateway.bind(routes.headMailRead, async ({ caller }) => done(await standing(await ports.heads.mailOf(caller))))
  gateway.bind(routes.headMailChange, async ({ caller, body, locale, origin }) => {
    const address = await ports.heads.mailOf(caller)
    if (address === null) return refused('email_invalid')
    if (!body.on) {
      await forgetHeadMail(database, address)
      return done(await standing(address))
    }
    if (!ports.heads.canMail()) return refused('messages_unsent')
    const refusal = await subscribe(ports, { address, locale, origin: origin() })
    return refusal === null ? done(await standing(address)) : refused(refusal)
  })
}

async function subscribe({ database }: TransparencyPorts, whom: Omit<NewHeadMail, 'token'>): Promise<Reason | null> {
  const token = randomBytes(24).toString('base64url')
  return (await addHeadMail(database, { ...whom, token }, headMailsMax)) ? null : 'head_mails_full'
}
