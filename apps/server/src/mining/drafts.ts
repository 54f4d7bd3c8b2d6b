import { realms } from '@truemark/core/ledger/holders'
import { type MiningTerms, miningTermsHold } from '@truemark/core/mining/terms'
import { parseDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import { type DeskMiningProduct, type MiningDraft, type MiningDraftBody } from '@truemark/protocol/routes/deskMining'
import { type DraftRules, miningDrafts, textIn } from '../draft/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import { bodyOf } from './bodies.ts'
import { productShape, productsOf } from './deskShape.ts'
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

/** Drafts of locked mining: what they must hold, and what is published of them. */
export function rulesOf(ports: MiningPorts): DraftRules<MiningDraftBody, MiningDraft, DeskMiningProduct> {
  const { ids } = ports
  return {
    table: miningDrafts,
    groups: [...realms.keys()],
    groupOf: ({ realm }) => realms.indexOf(realm),
    idKind: 'miningDraft',
    proposal: 'mining_publish',
    reasons: { unknown: 'mining_draft_unknown', published: 'mining_draft_unknown' },
    actions: {
      written: 'mining_draft_written',
      dropped: 'mining_draft_dropped',
      published: 'mining_published',
      refused: 'mining_publish_refused',
    },
    read: bodyOf,
    subject: ({ name, currency, lockup_period: days }) => `${textIn(name, 'en')} ${currency} ${days}`.trim(),
    texts: [
      { name: 'yield_source', of: (body) => body.yield_source, missing: 'mining_source_missing' },
      { name: 'name', of: (body) => body.name, missing: 'information_incomplete' },
    ],
    alsoRead: () => [],
    command(body, draft) {
      const product = body.product_id === null ? 0 : ids.read('miningProduct', body.product_id)
      if (product === null) return refused('mining_unknown')
      const terms = termsOf(ports, body, draft)
      return terms.ok ? done({ type: 'publishMining', product, terms: terms.data }) : terms
    },
    isPublished: async (draft, { realm }) => (await productsOf(ports, realm)).some(({ terms }) => terms.text === draft),
    published: (answer) =>
      answer.type === 'miningProduct'
        ? productShape(ports, ids.write('miningProduct', answer.product))
        : Promise.resolve(refused('server_error')),
    views: (drafts) =>
      Promise.resolve(
        drafts.map((draft) => ({
          draft_id: ids.write('miningDraft', draft.id),
          ...bodyOf(draft),
          digest: draft.digest,
          written_by: draft.writtenBy,
          updated: draft.updatedAt,
        })),
      ),
  }
}
