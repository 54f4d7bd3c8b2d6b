import { dayMs, hourMs } from '@truemark/core/money/units'
import type { DeskIeoProject, IeoDraftBody } from '@truemark/protocol/routes/deskIeo'
import { currency } from '@truemark/protocol/values'
import { fieldOf, momentOf } from '../draft/door.ts'
import { isPositive } from '../invest/door.ts'

/** A launch as the form holds it; moments as fields of day and minute in UTC. */
export interface Draft {
  readonly realm: 'real' | 'demo'
  readonly name: string
  readonly currency: string
  readonly price: string
  readonly supply: string
  readonly piece: string
  readonly min: string
  readonly max: string
  readonly opens: string
  readonly closes: string
  readonly market: string
  readonly description: IeoDraftBody['description']
}

/** A new draft: open for three days from tomorrow, delivered a day later. */
export function newDraft(now: number): Draft {
  const opens = Math.ceil(now / hourMs) * hourMs + dayMs
  return {
    realm: 'real',
    name: '',
    currency: '',
    price: '',
    supply: '',
    piece: '1',
    min: '1',
    max: '',
    opens: fieldOf(opens),
    closes: fieldOf(opens + 3 * dayMs),
    market: fieldOf(opens + 4 * dayMs),
    description: {},
  }
}

/** What stands in a launch, as the form starts with it. */
export function draftOf(project: DeskIeoProject): Draft {
  return {
    realm: project.realm,
    name: project.name,
    currency: project.currency,
    price: project.price,
    supply: project.supply,
    piece: project.pass_quantity,
    min: project.application_min,
    max: project.application_max,
    opens: fieldOf(project.opens),
    closes: fieldOf(project.closes),
    market: fieldOf(project.time_to_market),
    description: project.description,
  }
}

export type DraftField = Exclude<keyof Draft, 'realm' | 'description'>
const amounts = ['price', 'supply', 'piece', 'min', 'max'] as const

/** The fields that are wrong, so far as the desk can tell; the server tells the rest. */
export function faultsOf(draft: Draft, now: number): ReadonlySet<DraftField> {
  const faults = new Set<DraftField>()
  if (draft.name.trim() === '') faults.add('name')
  if (!currency.safeParse(draft.currency).success) faults.add('currency')
  for (const field of amounts) if (!isPositive(draft[field])) faults.add(field)
  const [opens, closes, market] = [draft.opens, draft.closes, draft.market].map(momentOf)
  if (opens === null || opens === undefined) faults.add('opens')
  if (closes === null || closes === undefined || closes <= now || closes <= (opens ?? 0)) faults.add('closes')
  if (market === null || market === undefined || market < (closes ?? 0)) faults.add('market')
  return faults
}

/** The call's body of a draft without faults. */
export function bodyOf(draft: Draft): IeoDraftBody {
  return {
    realm: draft.realm,
    name: draft.name.trim(),
    description: draft.description,
    currency: draft.currency,
    price: draft.price,
    supply: draft.supply,
    pass_quantity: draft.piece,
    application_min: draft.min,
    application_max: draft.max,
    opens: momentOf(draft.opens) ?? 0,
    closes: momentOf(draft.closes) ?? 0,
    time_to_market: momentOf(draft.market) ?? 0,
  }
}
