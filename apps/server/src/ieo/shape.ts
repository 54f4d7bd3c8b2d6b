import type { SubscriptionView } from '@truemark/core/ieo/view'
import { formatDecimal } from '@truemark/core/money/decimal'
import { usdt } from '@truemark/core/money/units'
import type { LocaleId } from '@truemark/protocol/locale'
import type { IeoDraftBody } from '@truemark/protocol/routes/deskIeo'
import type { IeoPhase, IeoProject, IeoSubscription } from '@truemark/protocol/routes/ieo'
import type { Catalogue } from '../engine/door.ts'
import { textIn } from '../draft/door.ts'
import type { IeoPorts } from './ports.ts'
import type { ProjectRow, SubscriptionRow } from './store.ts'

/** The texts of a launch: its draft's, or nothing where it is gone. */
export type Texts = Pick<IeoDraftBody, 'name' | 'description' | 'price'>
export const noTexts: Texts = { name: '', description: {}, price: '0' }

/** A number of passes as a quantity of the coin. */
export function quantityText(
  catalogue: Catalogue,
  { currency, passQuantity }: Pick<ProjectRow, 'currency' | 'passQuantity'>,
  passes: number,
): string {
  return formatDecimal(BigInt(passes) * passQuantity, catalogue.currency(currency).scale)
}

/** An amount of USDT. */
export function usdtAmount(catalogue: Catalogue, amount: bigint): string {
  return formatDecimal(amount, catalogue.currency(usdt).scale)
}

/** Where a launch stands at a moment; `waiting`: whether passes are still being worked out. */
export function phaseOf(row: ProjectRow, now: number, waiting: boolean): IeoPhase {
  if (row.canceled) return 'canceled'
  if (!row.ended) return now < row.opensAt ? 'announced' : now < row.closesAt ? 'open' : 'allotting'
  if (waiting) return 'allotting'
  return now < row.marketAt ? 'ended' : 'listed'
}

export interface ProjectFrame {
  readonly own: number
  readonly waiting: boolean
  readonly locale: LocaleId
  readonly now: number
}

/** A launch as people see it. */
export function projectShape(
  { catalogue, ids }: Pick<IeoPorts, 'catalogue' | 'ids'>,
  row: ProjectRow,
  texts: Texts,
  { own, waiting, locale, now }: ProjectFrame,
): IeoProject {
  const quantity = (passes: number): string => quantityText(catalogue, row, passes)
  const phase = phaseOf(row, now, waiting)
  return {
    project_id: ids.write('ieoProject', row.project),
    name: texts.name,
    description: textIn(texts.description, locale),
    currency: catalogue.currency(row.currency).code,
    price: texts.price,
    supply: quantity(row.supply),
    pass_quantity: quantity(1),
    pass_price: usdtAmount(catalogue, row.passPrice),
    application_min: quantity(row.applicationMin),
    application_max: quantity(row.holderMax),
    applications: quantity(row.applied),
    passes: phase === 'ended' || phase === 'listed' ? quantity(row.passes) : null,
    opens: row.opensAt,
    closes: row.closesAt,
    time_to_market: row.marketAt,
    phase,
    own_applications: quantity(own),
  }
}

function statusOf({ returned, delivered, passes }: SubscriptionRow): IeoSubscription['status'] {
  if (returned || passes === 0) return 'returned'
  if (delivered) return 'delivered'
  return passes === null ? 'subscribed' : 'allotted'
}

/** An application as its owner sees it. */
export function subscriptionShape(
  { catalogue, ids }: Pick<IeoPorts, 'catalogue' | 'ids'>,
  row: SubscriptionRow,
  texts: Texts,
): IeoSubscription {
  const { project, amount, cost } = row
  const status = statusOf(row)
  const paid = status === 'subscribed' ? null : (cost ?? 0n)
  return {
    subscription_id: ids.write('ieoSubscription', row.subscription),
    project_id: ids.write('ieoProject', project.project),
    name: texts.name,
    subscription_time: row.subscribedAt,
    currency: catalogue.currency(project.currency).code,
    applications: quantityText(catalogue, project, row.applied),
    passes: status === 'subscribed' ? null : quantityText(catalogue, project, row.passes ?? 0),
    time_to_market: project.marketAt,
    amount: usdtAmount(catalogue, amount),
    cost: paid === null ? null : usdtAmount(catalogue, paid),
    refund: paid === null ? null : usdtAmount(catalogue, amount - paid),
    status,
  }
}

/** An application as the engine answers it, with its launch's row. */
export function appliedRow(view: SubscriptionView, project: ProjectRow): SubscriptionRow {
  const { subscription, holder, applied, amount, subscribedAt } = view
  const open = { passes: null, cost: null, delivered: false, returned: false }
  return { subscription, holder, project, applied, amount, subscribedAt, ...open }
}
