import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { pageLimit } from '@truemark/protocol/values'
import { house } from '../engine/door.ts'
import { optionTermsShape } from '../option/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { TransparencyPorts } from './ports.ts'
import { bindAssets } from './assets.ts'
import { bindRisk } from './risk.ts'
import { bindEvidence } from './evidenceRoutes.ts'
import { findLastSeconds } from './evidence.store.ts'
import { bindFigures, kept } from './figures.ts'
import { bindBrackets } from './brackets.ts'
import { bindHalts } from './halts.ts'
import { bindHeadMail } from './headMail.ts'
import { bindLiabilities } from './liabilityRoutes.ts'
import { bindReceipts } from './receipts.ts'
import { findFailures, findOwnChecks } from './ownChecks.ts'
import { rules, rulesInForce, rulesVersion } from './rulebook.ts'
import { indexSecondShape } from './indexSeconds.ts'
import { findSourced } from './sources.store.ts'
import { bindWitnesses } from './witnessRoutes.ts'
import { findSamples } from './store.ts'
import { bindTerms } from './terms.ts'
import { findTermsNow } from './terms.store.ts'

const minute = 60_000
/** A source's price has a decimal more than its bid and ask together, which have twelve. */
const hour = 3_600_000
const samplesMax = 3_600

/** Binds what anyone may check. */
export function bindTransparency(gateway: Gateway, ports: TransparencyPorts): void {
  const { catalogue, database } = ports
  bindRisk(gateway, ports)
  bindFigures(gateway, ports)
  bindEvidence(gateway, ports)
  bindLiabilities(gateway, ports)
  bindAssets(gateway, ports)
  bindReceipts(gateway, ports)
  bindHalts(gateway, ports)
  bindBrackets(gateway, ports)
  bindTerms(gateway, ports)
  bindWitnesses(gateway, ports)
  bindHeadMail(gateway, ports)
  const published = readOnce(ports.published)
  const terms = kept(() => termsNow(ports), ports.now)
  gateway.bind(transparencyRoutes.transparencyRules, async () => {
    const seconds = await findLastSeconds(database, ports.now())
    const symbols = catalogue.listings.map((listing) => ({
      symbol: listing.code,
      fee_rate_maker: formatDecimal(listing.feeRateMaker, rateScale),
      fee_rate_taker: formatDecimal(listing.feeRateTaker, rateScale),
      half_spread_rate: formatDecimal(listing.ladder.halfSpreadRate, rateScale),
      collar_rate: formatDecimal(listing.collarRate, rateScale),
      kind: ports.kind(),
      source: ports.sourceOf(listing.code),
      sources: seconds.get(listing.id)?.sources ?? null,
      sampled: seconds.get(listing.id)?.stamp ?? null,
    }))
    return done({ version: String(rulesVersion), build: await published(), rules, symbols, ...(await terms()) })
  })
  const { signing, replacements } = ports
  const signingKeys = {
    generations: signing.told(),
    rotations: [...signing.rotations],
    replacements: [...replacements.sealing, ...replacements.tokens],
  }
  gateway.bind(transparencyRoutes.signingKeys, async () => done(signingKeys))
  gateway.bind(transparencyRoutes.ruleVersions, async () => done(await rulesInForce(database)))
  bindSources(gateway, ports)
  gateway.bind(transparencyRoutes.ownChecks, async () => {
    const checks = await findOwnChecks(database)
    return done(
      checks.map(({ name, checked, holds, passed, failed, failedLast }) => ({
        name,
        checked,
        holds,
        passed,
        failed,
        failed_last: failedLast,
      })),
    )
  })
  bindFailures(gateway, ports)
  gateway.bind(transparencyRoutes.indexSamples, async ({ params, query }) => {
    const listing = catalogue.byCode(params.symbol)
    if (listing === undefined) return refused('symbol_unknown')
    const to = query.to === undefined ? ports.now() + 1 : Number(query.to)
    const from = query.from === undefined ? to - 60_000 : Number(query.from)
    if (from >= to || to - from > hour) return refused('field_malformed')
    const samples = await findSamples(database, listing.id, from, to, samplesMax)
    return done(
      samples.map(({ stamp, indexTenths, sources, kind }) => ({
        time: stamp,
        index: formatDecimal(indexTenths, listing.priceDecimals + 1),
        sources,
        simulated: kind !== 'live',
      })),
    )
  })
}

/** Reads once what is served, which does not change while it is; again only where that failed. */
function readOnce(read: TransparencyPorts['published']): TransparencyPorts['published'] {
  let last: ReturnType<typeof read> | null = null
  return () => {
    last ??= read().catch((error: unknown) => {
      last = null
      throw error
    })
    return last
  }
}

const cursorShape = /^[0-9]{1,15}$/

function bindFailures(gateway: Gateway, { database }: TransparencyPorts): void {
  gateway.bind(transparencyRoutes.ownCheckFailures, async ({ query }) => {
    if (query.cursor !== undefined && !cursorShape.test(query.cursor)) return refused('field_malformed')
    const limit = pageLimit(query.limit)
    const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(query.cursor)
    const rows = await findFailures(database, before, limit)
    return done({
      items: rows.map(({ name, from, until }) => ({ name, from, until })),
      cursor: rows.length === limit ? String(rows.at(-1)?.id ?? '') : null,
    })
  })
}

function bindSources(gateway: Gateway, { catalogue, database, now }: TransparencyPorts): void {
  gateway.bind(transparencyRoutes.indexSources, async ({ params, query }) => {
    const listing = catalogue.byCode(params.symbol)
    if (listing === undefined) return refused('symbol_unknown')
    const to = query.to === undefined ? now() + 1 : Number(query.to)
    const from = query.from === undefined ? to - minute : Number(query.from)
    if (from >= to || to - from > 10 * minute) return refused('field_malformed')
    const seconds = await findSourced(database, listing.id, { from, to, limit: 600 })
    return done(seconds.map((second) => indexSecondShape(listing, second)))
  })
}

/** The terms that operators set and that hold for everyone. */
async function termsNow({ catalogue, database, exchange, now }: TransparencyPorts) {
  const { terms } = await exchange.ask(house, { type: 'optionTerms' })
  const { view } = await exchange.ask(house, { type: 'wallet', holder: 0 })
  const exchanging = await exchange.ask(house, { type: 'conversionTerms' })
  return {
    options: terms.map(({ listing, terms: own }) => optionTermsShape(catalogue.listing(listing).code, own)),
    withdrawal: { fee_rate: formatDecimal(view.terms.feeRate, rateScale), deadline: view.terms.reviewMs },
    exchange_fee_rate: formatDecimal(exchanging.terms.feeRate, rateScale),
    terms: (await findTermsNow(database, now())).map(({ kind: term, subject, figures }) => ({
      term,
      subject,
      figures: figures.map(({ name, unit, text }) => ({ name, unit, value: text })),
    })),
  }
}
