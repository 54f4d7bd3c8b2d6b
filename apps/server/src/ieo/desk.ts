import type { HolderId } from '@truemark/core/ledger/holders'
import { ieoTermsHold, passesOf, type IeoTerms } from '@truemark/core/ieo/terms'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { usdtScale } from '@truemark/core/money/units'
import {
  type DeskIeoProject,
  type IeoAllocation,
  type IeoDraftBody,
  deskIeoRoutes as routes,
} from '@truemark/protocol/routes/deskIeo'
import * as z from 'zod/mini'
import { type Draft, type DraftRules, Drafts, wealthDrafts } from '../draft/door.ts'
import { house } from '../engine/door.ts'
import { type Deed, actorOf, carryOut, noteReading } from '../operator/door.ts'
import { findUsers } from '../identity/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { IeoPorts } from './ports.ts'
import { bodyOf } from './routes.ts'
import { phaseOf, quantityText, usdtAmount } from './shape.ts'
import { type ProjectRow, findLaunched, findProject } from './store.ts'

const allocationShown = 100
const allocationRead = 1_000_000

type IeoDrafts = Drafts<IeoDraftBody, DeskIeoProject>

/** Binds the desk's work on launches: drafts, launching and calling off by two people, the allocation's preview. */
export function bindIeoDesk(gateway: Gateway, ports: IeoPorts): void {
  const drafts: IeoDrafts = new Drafts(ports, rulesOf(ports))
  gateway.bind(routes.deskIeo, ({ query }) => drafts.list(query, { group: 'ieo', open: false }))
  gateway.bind(routes.deskIeoDraftMake, ({ caller, body }) => drafts.make(caller, body))
  gateway.bind(routes.deskIeoDraftChange, ({ caller, params, body }) => drafts.change(caller, params.id, body))
  gateway.bind(routes.deskIeoDraftDrop, ({ caller, params }) => drafts.drop(caller, params.id))
  gateway.bind(routes.deskIeoLaunch, ({ caller, params, body }) => drafts.ask(caller, params.id, body))
  bindCanceling(gateway, ports, drafts)
  bindAllocation(gateway, ports)
}

function rulesOf(ports: IeoPorts): DraftRules<IeoDraftBody, DeskIeoProject, DeskIeoProject> {
  return {
    table: wealthDrafts,
    groups: ['ieo'],
    groupOf: () => 'ieo',
    idKind: 'ieoDraft',
    proposal: 'ieo_launch',
    reasons: { unknown: 'ieo_draft_unknown', published: 'ieo_draft_published' },
    actions: {
      written: 'ieo_draft_written',
      dropped: 'ieo_draft_dropped',
      published: 'ieo_launched',
      refused: 'ieo_launch_refused',
    },
    read: bodyOf,
    subject: ({ name }) => name,
    texts: [{ name: 'description', of: (body) => body.description, missing: 'ieo_text_missing' }],
    alsoRead: ({ name }) => [name],
    command(body, draft) {
      const terms = termsOf(ports, body, draft)
      return terms.ok ? done({ type: 'launchIeo', terms: terms.data }) : terms
    },
    isPublished: async (draft) => (await findLaunched(ports.database, [draft])).size > 0,
    published: async (_, view) => done(await view()),
    views: (drafts) => shapesOf(ports, drafts),
  }
}

function bindCanceling(gateway: Gateway, ports: IeoPorts, drafts: IeoDrafts): void {
  const { ids, proposals } = ports
  proposals.define('ieo_cancel', {
    access: 'desk_market_write',
    payload: z.object({ project: z.int(), reason: z.string() }),
    plan: async ({ project }) => {
      const found = await cancelable(ports, project)
      if (!found.ok) return found
      return done({ subject: found.data.body.name, detail: { phase: 'open → canceled' } })
    },
    after: ({ project, reason }, { actor, key }) => cancel(ports, drafts, project, { actor, reason, key }),
  })
  gateway.bind(routes.deskIeoCancel, async ({ caller, params, body }) => {
    const found = await cancelable(ports, ids.read('ieoProject', params.id))
    if (!found.ok) return found
    const project = found.data.row.project
    const gate = await proposals.gate(caller, 'ieo_cancel', { project, reason: body.reason }, body.reason)
    if (gate !== null) return gate
    return cancel(ports, drafts, project, { actor: await actorOf(ports, caller), reason: body.reason, key: null })
  })
}

function bindAllocation(gateway: Gateway, ports: IeoPorts): void {
  const { database, ids, reads } = ports
  gateway.bind(routes.deskIeoAllocation, async ({ caller, params }) => {
    await reads.current()
    const id = ids.read('ieoProject', params.id)
    const row = id === null ? null : await findProject(database, id)
    if (row === null) return refused('ieo_project_unknown')
    const allocation = await allocationOf(ports, row)
    const shown = allocation.items.map(({ uid }) => uid)
    const actor = await actorOf(ports, caller)
    await database.transaction((client) =>
      noteReading(client, { actor, action: 'ieo_allocation_read', shown, touched: shown }),
    )
    return done(allocation)
  })
}

// null where it is no whole number of pieces
function wholeParts(quantity: bigint | null, part: bigint): number | null {
  if (quantity === null || part <= 0n || quantity % part !== 0n) return null
  const parts = quantity / part
  return parts > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(parts)
}

/** The engine's terms of what an operator wrote: every price exact, every quantity a whole number of passes. */
function termsOf(
  { catalogue, now }: IeoPorts,
  body: IeoDraftBody,
  { text, digest }: { readonly text: number; readonly digest: string },
): Outcome<IeoTerms> {
  const coin = catalogue.currencyByCode(body.currency)
  if (coin === undefined) return refused('currency_unknown')
  const price = parseDecimal(body.price, usdtScale)
  const passQuantity = parseDecimal(body.pass_quantity, coin.scale)
  if (price === null || passQuantity === null) return refused('field_malformed')
  const unit = 10n ** BigInt(coin.scale)
  const passes = (quantity: string): number | null => wholeParts(parseDecimal(quantity, coin.scale), passQuantity)
  const supply = passes(body.supply)
  const applicationMin = passes(body.application_min)
  const holderMax = passes(body.application_max)
  if (supply === null || applicationMin === null || holderMax === null) return refused('ieo_terms_invalid')
  if ((price * passQuantity) % unit !== 0n) return refused('ieo_terms_invalid')
  const terms: IeoTerms = {
    realm: body.realm,
    currency: coin.id,
    passQuantity,
    passPrice: (price * passQuantity) / unit,
    supply,
    applicationMin,
    holderMax,
    opensAt: body.opens,
    closesAt: body.closes,
    marketAt: body.time_to_market,
    text,
    digest,
  }
  return ieoTermsHold(terms, catalogue.currencies.length, now()) ? done(terms) : refused('ieo_terms_invalid')
}

async function cancelable(ports: IeoPorts, id: number | null) {
  await ports.reads.current()
  const row = id === null ? null : await findProject(ports.database, id)
  if (row === null) return refused('ieo_project_unknown')
  if (row.canceled || row.ended) return refused('ieo_window_closed')
  const draft = await wealthDrafts.find(ports.database, row.draft)
  return draft === null ? refused('ieo_project_unknown') : done({ row, draft, body: bodyOf(draft) })
}

async function cancel(
  ports: IeoPorts,
  drafts: IeoDrafts,
  project: number,
  { actor, reason, key }: Deed,
): Promise<Outcome<DeskIeoProject>> {
  const found = await cancelable(ports, project)
  if (!found.ok) return found
  const { draft, body } = found.data
  const entry = drafts.audit('ieo_canceled', actor, body, draft.digest, reason)
  const canceled = await carryOut(ports, { type: 'cancelIeo', project }, entry, key)
  if (!canceled.ok) return canceled
  await ports.reads.current()
  return done(await drafts.view(draft))
}

async function shapesOf(ports: IeoPorts, drafts: readonly Draft[]): Promise<DeskIeoProject[]> {
  const { catalogue, database, ids, now } = ports
  const launched = await findLaunched(
    database,
    drafts.map(({ id }) => id),
  )
  return drafts.map((draft) => {
    const body = bodyOf(draft)
    const row = launched.get(draft.id)
    const terms = termsOf({ ...ports, now: () => 0 }, body, { text: 1, digest: '-' })
    const phase = row === undefined ? 'draft' : phaseOf(row, now(), false)
    return {
      draft_id: ids.write('ieoDraft', draft.id),
      ...body,
      pass_price: usdtAmount(catalogue, row?.passPrice ?? (terms.ok ? terms.data.passPrice : 0n)),
      phase,
      project_id: row === undefined ? null : ids.write('ieoProject', row.project),
      applications: row === undefined ? '0' : quantityText(catalogue, row, row.applied),
      passes: row?.ended === true ? quantityText(catalogue, row, row.passes) : null,
      digest: draft.digest,
      written_by: draft.writtenBy,
      updated: draft.updatedAt,
    }
  })
}

/** What each would be allotted if the window ended now, by the rule that the engine goes by. */
async function allocationOf(ports: IeoPorts, row: ProjectRow): Promise<IeoAllocation> {
  const { catalogue, database, exchange, ids } = ports
  const ask = { type: 'ieoApplications', project: row.project, limit: allocationRead } as const
  const { applications } = await exchange.ask(house, ask)
  const inAll = applications.reduce((sum, one) => sum + one.applied, 0)
  const before = new Map<HolderId, number>()
  const given = applications.map(({ holder, applied, passes, state }) => {
    const earlier = before.get(holder) ?? 0
    before.set(holder, earlier + applied)
    return state === 'allotted' ? passes : passesOf(applied, inAll, row.supply, earlier)
  })
  const passes = given.reduce((sum, one) => sum + one, 0)
  const users = await findUsers(
    database,
    applications.slice(0, allocationShown).map(({ holder }) => holder),
  )
  const quantity = (count: number): string => quantityText(catalogue, row, count)
  return {
    applications: quantity(inAll),
    supply: quantity(row.supply),
    passes: quantity(passes),
    left: quantity(row.supply - passes),
    proceeds: formatDecimal(row.passPrice * BigInt(passes), usdtScale),
    count: applications.length,
    items: applications.slice(0, allocationShown).map(({ holder, applied, amount }, at) => {
      const passesOfOne = given[at] ?? 0
      const cost = row.passPrice * BigInt(passesOfOne)
      return {
        uid: ids.write('user', users.get(holder) ?? 0),
        applications: quantity(applied),
        passes: quantity(passesOfOne),
        cost: usdtAmount(catalogue, cost),
        refund: usdtAmount(catalogue, amount - cost),
      }
    }),
  }
}
