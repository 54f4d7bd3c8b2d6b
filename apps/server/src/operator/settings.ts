import { randomInt } from 'node:crypto'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import { termsHold, walletBounds } from '@truemark/core/wallet/terms'
import type { AppFields } from '@truemark/protocol/routes/content'
import { type InviteCode, deskSettingsRoutes } from '@truemark/protocol/routes/deskSettings'
import { decimal } from '@truemark/protocol/values'
import * as z from 'zod/mini'
import { readAppFields, writeAppFields } from '../content/door.ts'
import { house } from '../engine/door.ts'
import { type InviteRow, endInvite, findInvites, insertInvite } from '../identity/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { placeIn } from '../platform/http/page.ts'
import type { Caller } from '../platform/http/session.ts'
import type { ActingOperator } from './acting.ts'
import { appendAudit } from './audit.store.ts'
import { type Deed, carryOut } from './carryOut.ts'
import { type DeskPorts, actorOf } from './ports.ts'

const inviteLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const inviteLength = 8

/** Binds app data and the invite codes. */
export function bindSettings(gateway: Gateway, ports: DeskPorts): void {
  const { appData, database } = ports
  ports.proposals.define('fee_rate', {
    access: 'desk_operators',
    payload: z.object({ rate: decimal }),
    plan: async ({ rate }) => {
      const { view } = await ports.exchange.ask(house, { type: 'wallet', holder: 0 })
      const was = formatDecimal(view.terms.feeRate, rateScale)
      return done({ subject: 'wallet', detail: { default_withdrawal_fee_rate: `${was} → ${rate}` } })
    },
    after: ({ rate }, doer) => applyFeeRate(ports, doer, rate),
  })
  gateway.bind(deskSettingsRoutes.deskAppData, async () => done(await appData.fields()))
  gateway.bind(deskSettingsRoutes.deskAppDataChange, async ({ caller, body }) => {
    const { reason = '', ...wanted } = body
    const kept = await readAppFields(database)
    const isOtherRate = wanted.default_withdrawal_fee_rate !== kept.default_withdrawal_fee_rate
    const refusal = isOtherRate ? await changeFeeRate(ports, caller, wanted.default_withdrawal_fee_rate, reason) : null
    if (refusal !== null && !refusal.ok && refusal.reason !== 'approval_pending') return refusal
    // the rate is what two people make it; all the rest is kept while it waits for them
    await keepFields(ports, await actorOf(ports, caller), wanted, reason)
    await appData.refresh()
    return refusal ?? done(await appData.fields())
  })
  bindInvites(gateway, ports)
}

async function keepFields(
  { database }: DeskPorts,
  actor: ActingOperator,
  wanted: AppFields,
  reason: string,
): Promise<void> {
  await database.transaction(async (client) => {
    const kept = await readAppFields(client)
    const before: Readonly<Record<string, string>> = kept
    const after = { ...wanted, default_withdrawal_fee_rate: kept.default_withdrawal_fee_rate }
    const changed = Object.entries(after).filter(([name, value]) => before[name] !== value)
    if (changed.length === 0) return
    const detail = Object.fromEntries(changed.map(([name, value]) => [name, `${before[name] ?? ''} → ${value}`]))
    await appendAudit(client, { actor, action: 'app_data_changed', subject: 'app_data', reason, detail })
    await writeAppFields(client, after)
  })
}

// the engine takes the fee, so it must know the rate that app data tells; who may change texts may not change fees
async function changeFeeRate(
  ports: DeskPorts,
  caller: Caller,
  text: string,
  reason: string,
): Promise<Outcome<never> | null> {
  if (caller.actor !== 'administrator') return refused('permission_insufficient')
  const rate = parseDecimal(text, rateScale)
  // who decides on a fee, and whoever reads the log, is told why it changes
  if (rate === null || rate > BigInt(walletBounds.feeRateMax) || reason === '') return refused('field_malformed')
  const gate = await ports.proposals.gate(caller, 'fee_rate', { rate: text }, reason)
  if (gate !== null) return gate
  const applied = await applyFeeRate(ports, { actor: await actorOf(ports, caller), key: null, reason }, text)
  return applied.ok ? null : applied
}

async function applyFeeRate(ports: DeskPorts, { actor, key, reason }: Deed, text: string): Promise<Outcome<null>> {
  const rate = parseDecimal(text, rateScale)
  if (rate === null) return refused('field_malformed')
  const { view } = await ports.exchange.ask(house, { type: 'wallet', holder: 0 })
  const terms = { ...view.terms, feeRate: Number(rate) }
  // nothing is noted as changed that the engine would refuse
  if (!termsHold(terms)) return refused('field_malformed')
  const detail = { fee_rate: `${formatDecimal(view.terms.feeRate, rateScale)} → ${text}` }
  const entry = { actor, action: 'withdrawal_fee_changed', subject: 'wallet', reason, detail } as const
  const configured = await carryOut(ports, { type: 'configureWallet', terms }, entry, key)
  if (!configured.ok) return configured
  await ports.database.transaction(async (client) => {
    const fields = await readAppFields(client)
    await writeAppFields(client, { ...fields, default_withdrawal_fee_rate: text })
  })
  await ports.appData.refresh()
  return done(null)
}

function shapeOf({ code, note, uses, usesMax, active, createdAt }: InviteRow): InviteCode {
  return { code, note, uses, uses_max: usesMax, active, created: createdAt }
}

function drawn(): string {
  return Array.from({ length: inviteLength }, () => inviteLetters.charAt(randomInt(inviteLetters.length))).join('')
}

function bindInvites(gateway: Gateway, ports: DeskPorts): void {
  const { database, ids } = ports
  gateway.bind(deskSettingsRoutes.deskInviteCodes, async ({ query }) => {
    const place = placeIn(ids, 'invite', query)
    if (place === null) return refused('field_malformed')
    const rows = await findInvites(database, place.before, place.limit)
    const last = rows.at(-1)
    const cursor = last !== undefined && rows.length === place.limit ? ids.write('invite', last.id) : null
    return done({ items: rows.map(shapeOf), cursor })
  })
  gateway.bind(deskSettingsRoutes.deskInviteCodeMake, async ({ caller, body }) => {
    const actor = await actorOf(ports, caller)
    const code = body.code ?? drawn()
    const made = await database.transaction(async (client) => {
      const row = await insertInvite(client, code, body.note, body.uses_max ?? null)
      if (row === null) return null
      await appendAudit(client, { actor, action: 'invite_code_made', subject: code, reason: body.note, detail: {} })
      return row
    })
    return made === null ? refused('invite_code_taken') : done(shapeOf(made))
  })
  gateway.bind(deskSettingsRoutes.deskInviteCodeEnd, async ({ caller, params }) => {
    const actor = await actorOf(ports, caller)
    const ended = await database.transaction(async (client) => {
      if (!(await endInvite(client, params.code))) return false
      await appendAudit(client, { actor, action: 'invite_code_ended', subject: params.code, reason: '', detail: {} })
      return true
    })
    return ended ? done(null) : refused('content_unknown')
  })
}
