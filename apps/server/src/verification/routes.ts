import { documentSide, verificationRoutes as routes } from '@truemark/protocol/routes/verification'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { bindVerificationDesk, photoOf } from './desk.ts'
import type { VerificationPorts } from './ports.ts'
import { standingOf } from './standing.ts'
import { bindRevoking } from './revoke.ts'
import { findOfUser } from './store.ts'
import { submit } from './submit.ts'

/** Binds the routes of real-name verification, and of the desk that decides on it. */
export function bindVerification(gateway: Gateway, ports: VerificationPorts): void {
  const { database } = ports
  gateway.bind(routes.realNameSubmit, (call) => submit(ports, call, false))
  gateway.bind(routes.realNameResubmit, (call) => submit(ports, call, true))
  gateway.bind(routes.realNameRead, async ({ caller }) => {
    return done(await standingOf(ports, await findOfUser(database, caller.userId)))
  })
  gateway.bind(routes.realNameDocument, async ({ caller, params }) => {
    const side = documentSide.options.find((name) => name === params.id)
    if (side === undefined) return refused('field_malformed')
    const row = (await findOfUser(database, caller.userId)).find(({ level }) => level === 'primary')
    return row === undefined ? refused('verification_unknown') : photoOf(ports, row, side)
  })
  bindVerificationDesk(gateway, ports)
  bindRevoking(gateway, ports)
}
