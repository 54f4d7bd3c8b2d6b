import { textIn } from '../draft/door.ts'
import type { MiningTerms } from '@truemark/core/mining/terms'
import { miningTermsHold } from '@truemark/core/mining/terms'
import { parseDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { MiningDraftBody } from '@truemark/protocol/routes/deskMining'
import { promiseIn } from '@truemark/protocol/wording'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import { type Draft, findOpenDraft } from './drafts.store.ts'
import type { MiningPorts } from './ports.ts'

const rateMax = 1_000_000_000n

/** The engine's terms of what an operator wrote; refused where they could not be published. */
export function termsOf(
  { catalogue }: Pick<MiningPorts, 'catalogue'>,
  body: MiningDraftBody,
  { text, digest }: { readonly text: number; readonly digest: string },
): Outcome<MiningTerms> {
  const currency = catalogue.currencyByCode(body.currency)
  if (currency === undefined) return refused('currency_unknown')
  const faults: string[] = []
  const units = (decimal: string, scale: number): bigint => {
    const read = parseDecimal(decimal, scale)
    if (read === null) faults.push(decimal)
    return read ?? 0n
  }
  const rate = (decimal: string): number => {
    const read = units(decimal, rateScale)
    return Number(read > rateMax ? rateMax + 1n : read)
  }
  const terms: MiningTerms = {
    realm: body.realm,
    currency: currency.id,
    days: body.lockup_period,
    rateMin: rate(body.daily_return_rate_min),
    rateMax: rate(body.daily_return_rate_max),
    minimum: units(body.minimum_amount, currency.scale),
    maximum: units(body.maximum_amount, currency.scale),
    capacity: units(body.capacity, currency.scale),
    redemptionRate: rate(body.early_redemption_rate),
    text,
    digest,
  }
  if (faults.length > 0) return refused('field_malformed')
  return miningTermsHold(terms) ? done(terms) : refused('mining_terms_invalid')
}

/** A draft with what the engine would be told of it. */
export interface PlannedDraft {
  readonly draft: Draft
  /** The product that gets the terms; 0 for a new one. */
  readonly product: number
  readonly terms: MiningTerms
}

/** Plans the publishing of a draft as it was read; refuses it without a name or the source of its yield, or with a promise. */
export async function plannedDraft(ports: MiningPorts, id: number, digest: string): Promise<Outcome<PlannedDraft>> {
  const draft = await findOpenDraft(ports.database, id)
  if (draft === null) return refused('mining_draft_unknown')
  if (draft.digest !== digest) return refused('proposal_changed')
  const { body } = draft
  if (textIn(body.yield_source, 'en') === '') return refused('mining_source_missing')
  if (textIn(body.name, 'en') === '') return refused('information_incomplete')
  const words = promiseIn([...Object.values(body.name), ...Object.values(body.yield_source)].join('\n'))
  if (words !== null) return refused('promise_made', { words })
  const product = body.product_id === null ? 0 : ports.ids.read('miningProduct', body.product_id)
  if (product === null) return refused('mining_unknown')
  const terms = termsOf(ports, body, { text: id, digest })
  return terms.ok ? done({ draft, product, terms: terms.data }) : terms
}

/** What a draft is about, in the audit log and for a second person. */
export function subjectOf({ name, currency, lockup_period: days }: MiningDraftBody): string {
  return `${textIn(name, 'en')} ${currency} ${days}`.trim()
}

/** What a second person reads before it is published: every term, every name and text. */
export function detailOf(body: MiningDraftBody, digest: string): Record<string, string> {
  const { yield_source: sources, name: names, ...terms } = body
  const texts = (label: string, written: Readonly<Partial<Record<string, string>>>): [string, string][] =>
    Object.entries(written).map(([locale, text]) => [`${label} ${locale}`, text ?? ''])
  return Object.fromEntries([
    ...Object.entries(terms).map(([label, value]): [string, string] => [label, String(value ?? '')]),
    ...texts('name', names),
    ...texts('yield_source', sources),
    ['digest', digest],
  ])
}
