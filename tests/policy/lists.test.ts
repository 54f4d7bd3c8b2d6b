import { type RouteName, routes } from '@truemark/protocol/routes/all'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

/** Lists without pages, and what bounds each. A list that grows with use has `cursor` and `limit` instead. */
const bounded: Readonly<Partial<Record<RouteName, string>>> = {
  // one row for each language, product, kind, level or scheme that this program knows
  ownLimits: 'the limits that the program knows',
  disclosures: 'the products that have disclosures, their texts in 8 languages',
  creditScore: 'the lines of the score',
  realNameRead: 'the fields of a form',
  deskPiece: 'the languages (8)',
  deskVersions: 'the versions (maxLength in the schema), the languages (8)',
  deskProducts: 'the products, and the conditions of real money',
  deskWaiting: 'the conditions of real money',
  lossesPublic: 'the products',
  withdrawalStatistics: 'the reasons of a rejection',
  // currenciesMax 64 and listingsMax 256 of the venue, in core/market/market.ts
  accountAssets: 'currencies (64) in each account, products',
  accountOne: 'currencies (64)',
  coins: 'listings (256)',
  derivativeTermsAll: 'listings (256)',
  perpetualAccountOne: 'listings (256)',
  optionTerms: 'listings (256), modes (12)',
  optionVoids: 'listings (256), counted',
  marketStatuses: 'listings (256)',
  walletNetworks: 'networks that the program knows, currencies (64)',
  transparencyRules: 'rules of the program, listings (256)',
  manualEntriesPublic: 'currencies (64) by kind, summed',
  liabilityMine: 'currencies (64)',
  deskSymbols: 'listings (256)',
  deskExposure: 'listings (256)',
  deskNetworks: 'networks that the program knows, currencies (64)',
  deskPayouts: 'networks whose payouts a setting names',
  deskDerivatives: 'listings (256)',
  deskFunding: 'listings (256) in two realms',
  deskHouseDays: 'days (365)',
  deskServiceTerms: 'currencies (64)',
  deskHouse: 'listings (256), currencies (64), products',
  deskOptions: 'listings (256), modes (12)',
  deskFeedRead: 'listings (256), sources that the program knows',
  deskListings: 'currencies (64), listings (256), sources that the program knows',
  deskTreasury: 'currencies (64) by account and kind',
  deskWealthForecast: 'days of the longest holding (366), products (3), currencies (64)',
  // the venue's own favourites and levels
  user: 'favourites (symbolsMax 100 of the client’s limits), products',
  marketBook: 'levels that a book is cut to before it is sent',
  evidence: 'the samples about one moment (samplesMax)',
  evidenceEntry: 'two seconds (maxLength in the schema), the sources that the program knows',
  optionExits: 'the samples about one moment (samplesMax)',
  // a query names how much
  worth: 'the points of a span',
  profit: 'days (90), products',
  history: '`count`, as the chart’s protocol has it',
  historyBatch: '`count`, as the chart’s protocol has it',
  indexSources: '`from` and `to`, bounded by the handler',
  chatMessages: '`limit`, with `before` and `after` as its cursor, since it is read both ways',
  deskChatMessages: '`limit`, with `before` and `after` as its cursor, since it is read both ways',
  // one text, or a table that is full at a number
  faq: 'the questions of one text, which is bounded',
  walletTermsPublic: 'the last 100 changes (maxLength in the schema), the figures of one',
  passkeys: 'passkeysMax 10',
  apiKeys: 'apiKeysMax 20, apiKeyAddressesMax 20',
  deskSecurity: 'passkeysMax 10',
  deskStaff: 'the accounts that two people tagged as one operator’s',
  staffPublic: 'who works at the desk, products (3), currencies (64)',
  statements: 'monthsMax 120',
  gainYears: 'yearsMax 50',
  gainsOf: 'matchesMax 500, currencies (64), products (3)',
  ruleVersions: 'the releases of the program, at most 1000 shown',
  ticketRead: 'ticketLinesMax',
  deskTicketRead: 'ticketLinesMax',
  deskCanned: 'cannedMax',
  deskUserOne: 'sessionsShown 50, currencies (64)',
  deskVerificationRead: 'historyMax 50, sameMax 20, the fields of a form',
}

const names = Object.keys(routes).filter((name): name is RouteName => name in routes)
const reads = names.filter((name) => (routes[name] as RouteDefinition).method === 'GET')

function isBounded(list: z.core.$ZodArray): boolean {
  const kinds = (list._zod.def.checks ?? []).map((check) => check._zod.def.check)
  return kinds.includes('max_length') || kinds.includes('length_equals')
}

/** The places of the lists in `schema` that have no greatest length. */
function unboundedIn(schema: z.core.$ZodType, place = ''): string[] {
  if (schema instanceof z.core.$ZodArray) {
    return [...(isBounded(schema) ? [] : [place]), ...unboundedIn(schema._zod.def.element, `${place}[]`)]
  }
  if (schema instanceof z.core.$ZodObject) {
    return Object.entries(schema._zod.def.shape).flatMap(([name, part]) => unboundedIn(part, `${place}.${name}`))
  }
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap((part) => unboundedIn(part, place))
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  ) {
    return unboundedIn(schema._zod.def.innerType, place)
  }
  return []
}

function fieldsOf(schema: z.core.$ZodType | undefined): readonly string[] {
  return schema instanceof z.core.$ZodObject ? Object.keys(schema._zod.def.shape) : []
}

function isPaged({ query, answer }: RouteDefinition): boolean {
  const asked = fieldsOf(query)
  return asked.includes('cursor') && asked.includes('limit') && fieldsOf(answer).includes('cursor')
}

const lists = reads.filter((name) => unboundedIn((routes[name] as RouteDefinition).answer).length > 0)

describe('a list that is read', () => {
  it('has pages, or stands among those that something else bounds', () => {
    const others = lists.filter((name) => !isPaged(routes[name]) && bounded[name] === undefined)
    expect(others).toEqual([])
  })

  it('is named as bounded only where it is one, and has no pages', () => {
    const vain = Object.keys(bounded).filter((name) => !lists.some((one) => one === name && !isPaged(routes[one])))
    expect(vain).toEqual([])
  })

  it('is refused, and not cut, where more is asked for than a page may have', () => {
    for (const name of lists.filter((one) => isPaged(routes[one]))) {
      const { query }: RouteDefinition = routes[name]
      const limit = query instanceof z.core.$ZodObject ? query._zod.def.shape['limit'] : undefined
      const takes = (text: string): boolean => limit !== undefined && z.safeParse(limit, text).success
      expect([name, ['1', '20', '100', '0', '101', '1000', '1e2', '-1'].map(takes)]).toEqual([
        name,
        [true, true, true, false, false, false, false, false],
      ])
    }
  })
})
