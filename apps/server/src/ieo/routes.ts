import { malformed } from '@truemark/core/book/checks'
import { parseAmount } from '@truemark/core/money/decimal'
import { ieoDraftBody } from '@truemark/protocol/routes/deskIeo'
import { ieoRoutes as routes, ieoSubscriptionBody } from '@truemark/protocol/routes/ieo'
import * as z from 'zod/mini'
import { type Draft, wealthDrafts } from '../draft/door.ts'
import { execute } from '../engine/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace, paged, placeIn } from '../platform/http/page.ts'
import type { Caller } from '../platform/http/session.ts'
import type { IeoPorts } from './ports.ts'
import { type Texts, appliedRow, noTexts, projectShape, quantityText, subscriptionShape } from './shape.ts'
import { type ProjectRow, findOwnApplied, findProject, findProjects, findSubscriptions } from './store.ts'

/** The most launches shown. */
const projectsMax = 1_000

/** Binds launches for people. */
export function bindIeo(gateway: Gateway, ports: IeoPorts): void {
  const { database, ids, reads } = ports
  gateway.bind(routes.ieoProjects, async ({ caller, query, locale }) => {
    await reads.current()
    const rows = await findProjects(database, caller.realm, projectsMax)
    const texts = await textsOf(
      ports,
      rows.map(({ draft }) => draft),
    )
    const own = await findOwnApplied(database, caller.holder)
    const waiting = await waitingProjects(ports, caller)
    const frame = { locale, now: ports.now() }
    const items = rows.map((row) =>
      projectShape(ports, row, texts.get(row.draft) ?? noTexts, {
        ...frame,
        own: own.get(row.project) ?? 0,
        waiting: waiting.has(row.project),
      }),
    )
    return paged(items, query, ({ project_id }) => project_id)
  })
  gateway.bindLenient(routes.ieoSubscribe, ({ caller, body, fault, key }) => subscribe(ports, caller, body, fault, key))
  gateway.bind(routes.ieoSubscriptions, async ({ caller, query }) => {
    const place = placeIn(ids, 'ieoSubscription', query)
    if (place === null) return refused('field_malformed')
    await reads.current()
    const rows = await findSubscriptions(database, { holder: caller.holder, ...place })
    const texts = await textsOf(
      ports,
      rows.map(({ project }) => project.draft),
    )
    const items = rows.map((row) => subscriptionShape(ports, row, texts.get(row.project.draft) ?? noTexts))
    return pageAtPlace(items, place, ({ subscription_id }) => subscription_id)
  })
}

// those whose window is over while applications still wait for their passes
async function waitingProjects({ exchange }: IeoPorts, { realm, holder }: Caller): Promise<ReadonlySet<number>> {
  const { projects } = await exchange.ask({ kind: 'holder', holder, realm }, { type: 'ieoProjects', realm, holder })
  return new Set(projects.filter(({ view }) => view.waiting > 0).map(({ view }) => view.project))
}

/** The texts of drafts, by draft. */
export async function textsOf(
  { database }: Pick<IeoPorts, 'database'>,
  drafts: readonly number[],
): Promise<ReadonlyMap<number, Texts>> {
  const found = await wealthDrafts.byId(database, drafts)
  return new Map([...found].map(([id, draft]) => [id, bodyOf(draft)]))
}

/** What a draft says. */
export function bodyOf({ body }: Pick<Draft, 'body'>) {
  return z.parse(ieoDraftBody, JSON.parse(body))
}

const named = z.object({ project_id: z.string() })

async function projectNamed({ database, ids, reads }: IeoPorts, body: unknown): Promise<ProjectRow | null> {
  const parsed = z.safeParse(named, body)
  const id = parsed.success ? ids.read('ieoProject', parsed.data.project_id) : null
  if (id === null) return null
  await reads.current()
  return findProject(database, id)
}

/** The passes that a quantity comes to, or what is wrong with it. */
function passesIn({ catalogue }: IeoPorts, project: ProjectRow, body: unknown): { passes: number; fault: string } {
  const parsed = z.safeParse(ieoSubscriptionBody, body)
  const { scale } = catalogue.currency(project.currency)
  const quantity = parsed.success ? parseAmount(parsed.data.quantity, scale) : null
  if (quantity === null) return { passes: 0, fault: malformed('quantity') }
  const passes = quantity / project.passQuantity
  if (passes * project.passQuantity !== quantity) return { passes: 0, fault: 'quantity_off_step' }
  return passes > BigInt(Number.MAX_SAFE_INTEGER)
    ? { passes: 0, fault: malformed('quantity') }
    : { passes: Number(passes), fault: '' }
}

type Lenient = Parameters<Parameters<Gateway['bindLenient']>[1]>[0]

async function subscribe(ports: IeoPorts, caller: Caller, body: unknown, fault: Lenient['fault'], key: Lenient['key']) {
  const project = await projectNamed(ports, body)
  const wanted = project === null ? { passes: 0, fault: '' } : passesIn(ports, project, body)
  const command = {
    type: 'subscribeIeo',
    holder: caller.holder,
    project: project?.project ?? 0,
    passes: wanted.passes,
    fault: fault ?? wanted.fault,
  } as const
  return execute(
    ports,
    { caller, key },
    command,
    {
      ieo: async ({ subscription }) => {
        if (project === null) return refused('server_error')
        const texts = (await textsOf(ports, [project.draft])).get(project.draft) ?? noTexts
        return done(subscriptionShape(ports, appliedRow(subscription, project), texts))
      },
    },
    ({ reason, params }) => {
      const step = reason === 'quantity_off_step' && project !== null
      return refused(reason, step ? { step: quantityText(ports.catalogue, project, 1) } : params)
    },
  )
}
