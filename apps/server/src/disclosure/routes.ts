import type { LocaleId } from '@truemark/protocol/locale'
import {
  type Disclosure,
  type DisclosureProduct,
  disclosureProduct,
  disclosureRoutes as routes,
} from '@truemark/protocol/routes/disclosure'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Translate, digestOf, linesOf } from './lines.ts'
import { type Acceptance, findAcceptances, keepAcceptance } from './store.ts'
import { disclosureVersionOf } from './versions.ts'

export interface DisclosurePorts {
  readonly database: Database
  readonly translate: Translate
  readonly now: () => number
}

/** Binds what people are told of a product's risks, and that they understood it. */
export function bindDisclosure(gateway: Gateway, ports: DisclosurePorts): void {
  const { database, translate, now } = ports
  gateway.bind(routes.disclosures, async ({ caller, locale }) => {
    const kept = await keptOf(database, caller)
    return done(disclosureProduct.options.map((product) => shapeOf(translate, { product, locale, caller, kept })))
  })
  gateway.bind(routes.disclosureAccept, async ({ caller, locale, params, body }) => {
    const { product } = params
    const { version } = disclosureVersionOf(product)
    const lines = linesOf(translate, product, locale)
    const digest = digestOf(lines)
    // what is kept is what was shown, word by word
    if (body.version !== version || body.digest !== digest) return refused('disclosure_changed')
    await keepAcceptance(database, caller.userId, { product, version, lang: locale, time: now(), digest, lines })
    const kept = await findAcceptances(database, caller.userId)
    return done(shapeOf(translate, { product, locale, caller, kept }))
  })
}

/** A demo session bears no risk, and tells nothing of the real account. */
async function keptOf(database: Database, { realm, userId }: Caller): Promise<Acceptance[]> {
  return realm === 'real' ? findAcceptances(database, userId) : []
}

interface Shown {
  readonly product: DisclosureProduct
  readonly locale: LocaleId
  readonly caller: Caller
  readonly kept: readonly Acceptance[]
}

function shapeOf(translate: Translate, { product, locale, caller, kept }: Shown): Disclosure {
  const { version } = disclosureVersionOf(product)
  const lines = linesOf(translate, product, locale)
  const own = kept.filter((one) => one.product === product)
  return {
    product,
    version,
    lang: locale,
    digest: digestOf(lines),
    lines,
    due: caller.realm === 'real' && !own.some((one) => one.version === version),
    accepted: own.map(({ version: understood, lang, time, digest, lines: shown }) => ({
      version: understood,
      lang,
      time,
      digest,
      lines: [...shown],
    })),
  }
}
