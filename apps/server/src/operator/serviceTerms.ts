import {
  type DeskServiceTerms,
  type ServiceTerms,
  serviceTerms,
  serviceTermsRoutes as routes,
} from '@truemark/protocol/routes/serviceTerms'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import type { ActingOperator } from './acting.ts'
import { appendAudit } from './audit.store.ts'
import { type DeskPorts, actorOf } from './ports.ts'
import { findServiceTerms, keepServiceTerms } from './serviceTerms.store.ts'
import { findTermsChanges } from './walletTerms.store.ts'

const changesMax = 100

/** Binds what is paid out to bank cards and the hours of an identity review; two people change them. */
export function bindServiceTerms(gateway: Gateway, ports: DeskPorts): void {
  const { database, proposals } = ports
  proposals.define('service_terms', {
    access: 'desk_wallet_write',
    payload: serviceTerms,
    plan: async (wanted) => {
      const detail = changesOf(await findServiceTerms(database), wanted)
      return refusalOf(ports, wanted) ?? done({ subject: 'services', detail })
    },
    within: async (client, wanted, { actor, reason }) => {
      const refusal = refusalOf(ports, wanted)
      if (refusal !== null) return refusal
      await change(client, wanted, { actor, reason })
      return done(null)
    },
  })
  gateway.bind(routes.deskServiceTerms, async () => done(await shapeNow(ports)))
  gateway.bind(routes.deskServiceTermsChange, async ({ caller, body: { reason, ...wanted } }) => {
    const refusal = refusalOf(ports, wanted)
    if (refusal !== null) return refusal
    const gate = await proposals.gate(caller, 'service_terms', wanted, reason)
    if (gate !== null) return gate
    const actor = await actorOf(ports, caller)
    await database.transaction((client) => change(client, wanted, { actor, reason }))
    return done(await shapeNow(ports))
  })
}

async function shapeNow({ database }: Pick<DeskPorts, 'database'>): Promise<DeskServiceTerms> {
  const changes = await findTermsChanges(database, ['service_terms_changed'], changesMax)
  return { ...(await findServiceTerms(database)), changes }
}

function refusalOf({ catalogue }: Pick<DeskPorts, 'catalogue'>, wanted: ServiceTerms): Outcome<never> | null {
  const isKnown = wanted.card_currencies.every((code) => catalogue.currencyByCode(code) !== undefined)
  return isKnown ? null : refused('currency_unknown')
}

function changesOf(before: ServiceTerms, wanted: ServiceTerms): Record<string, string> {
  const [was, is] = [before, wanted].map(({ card_currencies: codes }) => codes.join(' ') || '–')
  return {
    ...(was === is ? {} : { card_currencies: `${was} → ${is}` }),
    ...(before.identity_hours === wanted.identity_hours
      ? {}
      : { identity_hours: `${before.identity_hours} → ${wanted.identity_hours}` }),
  }
}

async function change(
  client: Queryable,
  wanted: ServiceTerms,
  { actor, reason }: { readonly actor: ActingOperator; readonly reason: string },
): Promise<void> {
  const detail = changesOf(await findServiceTerms(client), wanted)
  await keepServiceTerms(client, wanted)
  await appendAudit(client, { actor, action: 'service_terms_changed', subject: 'services', reason, detail })
}
