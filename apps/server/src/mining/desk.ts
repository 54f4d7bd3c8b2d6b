import type { HouseAction } from '@truemark/protocol/auditActions'
import {
  type DeskMiningProduct,
  type MiningDraft,
  type MiningDraftBody,
  deskMiningRoutes as routes,
} from '@truemark/protocol/routes/deskMining'
import { pageLimit } from '@truemark/protocol/values'
import * as z from 'zod/mini'
import { house } from '../engine/door.ts'
import { type ActingOperator, type AuditEntry, actorOf, appendAudit, deedKey } from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { Turns } from '../platform/turns.ts'
import { pageIn } from '../platform/http/page.ts'
import { detailOf, plannedDraft, subjectOf, termsOf } from './draftTerms.ts'
import {
  type Draft,
  changeDraft,
  dropDraft,
  findOpenDraft,
  findOpenDrafts,
  insertDraft,
  markPublished,
} from './drafts.store.ts'
import type { MiningPorts } from './ports.ts'
import { bindMiningControls } from './controls.ts'
import { type Deed, productShape, productShapes, productsOf } from './deskShape.ts'

/** Binds the desk's work on products: drafts and publishing by two people, switching and rates. */
export function bindMiningDesk(gateway: Gateway, ports: MiningPorts): void {
  const { ids, proposals } = ports
  proposals.define('mining_publish', {
    access: 'desk_market_write',
    payload: z.object({ draft: z.int(), digest: z.string(), reason: z.string() }),
    plan: async ({ draft, digest }) => {
      const planned = await plannedDraft(ports, draft, digest)
      if (!planned.ok) return planned
      const { body } = planned.data.draft
      return done({ subject: subjectOf(body), detail: detailOf(body, digest) })
    },
    after: ({ draft, digest, reason }, { actor, key }) => publish(ports, draft, digest, { actor, reason, key }),
  })
  bindLists(gateway, ports)
  bindDrafts(gateway, ports)
  gateway.bind(routes.deskMiningPublish, async ({ caller, params, body }) => {
    const id = ids.read('miningDraft', params.id)
    if (id === null) return refused('mining_draft_unknown')
    const planned = await plannedDraft(ports, id, body.digest)
    if (!planned.ok) return planned
    const gate = await proposals.gate(caller, 'mining_publish', { draft: id, ...body }, body.reason)
    if (gate !== null) return gate
    const actor = await actorOf(ports, caller)
    return publish(ports, id, body.digest, { actor, reason: body.reason, key: null })
  })
  bindMiningControls(gateway, ports)
}

function bindLists(gateway: Gateway, ports: MiningPorts): void {
  const { database, ids } = ports
  gateway.bind(routes.deskMining, async ({ query }) => {
    const page = pageIn(await productsOf(ports, query.realm), query, ({ product }) => String(product))
    if (page === null) return refused('field_malformed', { field: 'cursor' })
    return done({ items: await productShapes(ports, page.items), cursor: page.cursor })
  })
  gateway.bind(routes.deskMiningDrafts, async ({ query }) => {
    const before = query.cursor === undefined ? null : ids.read('miningDraft', query.cursor)
    if (query.cursor !== undefined && before === null) return refused('field_malformed', { field: 'cursor' })
    const limit = pageLimit(query.limit)
    const items = (await findOpenDrafts(database, query.realm, before, limit)).map((draft) => draftShape(ports, draft))
    return done({ items, cursor: items.length === limit ? (items.at(-1)?.draft_id ?? null) : null })
  })
}

function bindDrafts(gateway: Gateway, ports: MiningPorts): void {
  const { database, ids, now } = ports
  gateway.bind(routes.deskMiningDraftMake, async ({ caller, body }) => {
    const wanted = draftable(ports, body)
    if (!wanted.ok) return wanted
    const actor = await actorOf(ports, caller)
    const draft = await database.transaction(async (client) => {
      const made = await insertDraft(client, body, { name: actor.name, at: now() })
      await appendAudit(client, audit('mining_draft_written', actor, made))
      return made
    })
    return done(draftShape(ports, draft))
  })
  gateway.bind(routes.deskMiningDraftChange, async ({ caller, params, body }) => {
    const id = ids.read('miningDraft', params.id)
    if (id === null) return refused('mining_draft_unknown')
    const wanted = draftable(ports, body)
    if (!wanted.ok) return wanted
    const actor = await actorOf(ports, caller)
    const draft = await database.transaction(async (client) => {
      const changed = await changeDraft(client, id, body, { name: actor.name, at: now() })
      if (changed !== null) await appendAudit(client, audit('mining_draft_written', actor, changed))
      return changed
    })
    return draft === null ? refused('mining_draft_unknown') : done(draftShape(ports, draft))
  })
  gateway.bind(routes.deskMiningDraftDrop, async ({ caller, params }) => {
    const id = ids.read('miningDraft', params.id)
    const draft = id === null ? null : await findOpenDraft(database, id)
    if (draft === null) return refused('mining_draft_unknown')
    const actor = await actorOf(ports, caller)
    const dropped = await database.transaction(async (client) => {
      if (!(await dropDraft(client, draft.id))) return false
      await appendAudit(client, audit('mining_draft_dropped', actor, draft))
      return true
    })
    return dropped ? done(null) : refused('mining_draft_unknown')
  })
}

// a draft may lack its texts, but not be made of figures that can never hold
function draftable(ports: MiningPorts, body: MiningDraftBody): Outcome<unknown> {
  if (body.product_id !== null && ports.ids.read('miningProduct', body.product_id) === null) {
    return refused('mining_unknown')
  }
  return termsOf(ports, body, { text: 1, digest: '-' })
}

function audit(action: HouseAction, actor: ActingOperator, { body, digest }: Draft, reason = ''): AuditEntry {
  return { actor, action, subject: subjectOf(body), reason, detail: detailOf(body, digest) }
}

function draftShape({ ids }: MiningPorts, { id, body, digest, writtenBy, updatedAt }: Draft): MiningDraft {
  return { draft_id: ids.write('miningDraft', id), ...body, digest, written_by: writtenBy, updated: updatedAt }
}

/** Of twenty who publish a draft at once, one does: the next looks at the draft only when that is done. */
const turns = new Turns()

function publish(ports: MiningPorts, id: number, digest: string, deed: Deed): Promise<Outcome<DeskMiningProduct>> {
  return turns.take(id, () => publishInTurn(ports, id, digest, deed))
}

async function publishInTurn(
  ports: MiningPorts,
  id: number,
  digest: string,
  { actor, reason, key }: Deed,
): Promise<Outcome<DeskMiningProduct>> {
  const { database, exchange, ids, reads } = ports
  const planned = await plannedDraft(ports, id, digest)
  if (!planned.ok) return planned
  // done before, by a call whose end nobody heard; one with a key is answered by the engine
  const same = (await productsOf(ports, planned.data.draft.body.realm)).some(({ terms }) => terms.text === id)
  if (key === null && same) {
    await markPublished(database, id)
    return refused('mining_draft_unknown')
  }
  const { draft, product, terms } = planned.data
  // the entry stands before the deed: nothing that the engine does for an operator is without one
  const noted = await database.transaction((client) =>
    appendAudit(client, audit('mining_published', actor, draft, reason)),
  )
  const published = await exchange.command(house, { type: 'publishMining', product, terms }, key ?? deedKey(noted))
  if (!published.ok || published.answer.type !== 'miningProduct') {
    const refusal = published.ok ? 'server_error' : published.reason
    await database.transaction((client) => appendAudit(client, audit('mining_publish_refused', actor, draft, refusal)))
    return published.ok ? refused('server_error') : refused(published.reason, published.params)
  }
  await markPublished(database, id)
  await reads.current()
  return productShape(ports, ids.write('miningProduct', published.answer.product))
}
