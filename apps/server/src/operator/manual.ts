import type { HouseAccount } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { movableAccount } from '@truemark/protocol/routes/deskTreasury'
import { realm } from '@truemark/protocol/values'
import * as z from 'zod/mini'
import { house } from '../engine/door.ts'
import { personById } from '../identity/door.ts'
import { done, refused } from '../platform/http/call.ts'
import { appendAudit } from './audit.store.ts'
import { carryOut } from './carryOut.ts'
import type { DeskPorts } from './ports.ts'
import { insertReconciliation } from './treasury.store.ts'

/** An amount in smallest units, as the text that JSON can hold exactly. */
const units = z.string().check(z.regex(/^(0|[1-9][0-9]{0,17})$/))
const signedUnits = z.string().check(z.regex(/^(0|-?[1-9][0-9]{0,17})$/))

const entryPayload = z.object({
  user: z.int(),
  kind: z.enum(['deposit', 'withdrawal']),
  currency: z.int(),
  amount: units,
  evidence: z.string(),
})
export type ManualEntryPayload = z.infer<typeof entryPayload>

const movePayload = z.object({ realm, from: movableAccount, to: movableAccount, currency: z.int(), amount: units })
export type HouseMovePayload = z.infer<typeof movePayload>

const reconciliationPayload = z.object({
  time: z.int(),
  lines: z.array(z.object({ currency: z.int(), stated: units, ledger: signedUnits })),
})
export type ReconciliationPayload = z.infer<typeof reconciliationPayload>

/** Says how entries by hand, moves of the house and reconciliations are done once two people want them. */
export function defineManual(ports: DeskPorts): void {
  defineEntries(ports)
  defineMoves(ports)
  defineReconciliation(ports)
}

function defineEntries(ports: DeskPorts): void {
  const { catalogue, database, ids, proposals } = ports
  proposals.define('manual_entry', {
    access: 'desk_wallet_write',
    strict: true,
    payload: entryPayload,
    plan: async ({ user, kind, currency, amount, evidence }) => {
      const person = await personById(database, user)
      if (person === null) return refused('user_unknown')
      if (person.realHolder === null) return refused('realm_forbidden')
      const { code, scale } = catalogue.currency(currency)
      const detail = { kind, amount: formatDecimal(BigInt(amount), scale), currency: code, evidence }
      return done({ subject: ids.write('user', user), detail })
    },
    within: async (client, { currency, amount }, { approver, key }) => {
      const deed = { subject: `entry ${key.id}`, operator: approver, currency, amount: BigInt(amount) }
      const room = await proposals.dayCap.take(client, deed)
      return room.ok ? done(null) : room
    },
    after: async ({ user, kind, currency, amount, evidence }, { asker, approver, actor, reason, key }) => {
      const person = await personById(database, user)
      const holder = person?.realHolder ?? null
      if (holder === null) return refused('realm_forbidden')
      const { code, scale } = catalogue.currency(currency)
      const detail = { amount: formatDecimal(BigInt(amount), scale), currency: code, evidence }
      const subject = ids.write('user', user)
      const command = {
        type: 'enterManually',
        holder,
        kind,
        currency,
        amount: BigInt(amount),
        asker,
        approver,
      } as const
      const entry = { actor, action: `manual_${kind}`, subject, reason, detail, touched: [subject] } as const
      const entered = await carryOut(ports, command, entry, key)
      if (!entered.ok) return entered
      await ports.reads.settled(holder)
      return done(null)
    },
  })
}

function defineMoves(ports: DeskPorts): void {
  const { catalogue, exchange, proposals } = ports
  const detailOf = ({ realm: where, from, to, currency, amount }: HouseMovePayload) => {
    const { code, scale } = catalogue.currency(currency)
    return { realm: where, from, to, amount: formatDecimal(BigInt(amount), scale), currency: code }
  }
  proposals.define('house_move', {
    access: 'desk_wallet_write',
    strict: true,
    payload: movePayload,
    plan: async (payload) => {
      if (payload.from === payload.to) return refused('account_invalid')
      const { accounts } = await exchange.ask(house, { type: 'house', realm: payload.realm })
      const held = accounts.find((one) => one.house === payload.from && one.currency === payload.currency)?.posted ?? 0n
      if (!mayOwe.has(payload.from) && held < BigInt(payload.amount)) return refused('balance_insufficient')
      return done({ subject: `${payload.from} → ${payload.to}`, detail: detailOf(payload) })
    },
    after: async (payload, { asker, approver, actor, reason, key }) => {
      const command = { type: 'moveHouse', ...payload, amount: BigInt(payload.amount), asker, approver } as const
      const subject = `${payload.from} → ${payload.to}`
      const detail = detailOf(payload)
      const moved = await carryOut(ports, command, { actor, action: 'house_moved', subject, reason, detail }, key)
      return moved.ok ? done(null) : moved
    },
  })
}

const mayOwe: ReadonlySet<HouseAccount> = new Set<HouseAccount>([
  'external',
  'liquidity',
  'optionPool',
  'wealthPool',
  'exchangeDesk',
])

function defineReconciliation(ports: DeskPorts): void {
  const { catalogue, proposals } = ports
  proposals.define('reconciliation', {
    access: 'desk_wallet_write',
    strict: true,
    payload: reconciliationPayload,
    plan: async ({ time, lines }) => {
      const rows = lines.map(({ currency, stated, ledger }) => {
        const { code, scale } = catalogue.currency(currency)
        const figure = (text: bigint): string => formatDecimal(text, scale)
        const off = figure(BigInt(stated) - BigInt(ledger))
        return [code, `${figure(BigInt(ledger))} → ${figure(BigInt(stated))} (${off})`] as const
      })
      return done({ subject: new Date(time).toISOString().slice(0, 10), detail: Object.fromEntries(rows) })
    },
    within: async (client, { time, lines }, { asker, approver, actor, reason }) => {
      await insertReconciliation(client, { time, statedBy: asker, approvedBy: approver, reason, lines })
      const subject = new Date(time).toISOString().slice(0, 10)
      const detail = { lines: String(lines.length) }
      await appendAudit(client, { actor, action: 'reconciliation_signed', subject, reason, detail })
      return done(null)
    },
  })
}
