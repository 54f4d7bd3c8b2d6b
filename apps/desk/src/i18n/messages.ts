import type shell from '@truemark/locales/en/desk.json'
import type appData from '@truemark/locales/en/desk/appData.json'
import type approvals from '@truemark/locales/en/desk/approvals.json'
import type audit from '@truemark/locales/en/desk/audit.json'
import type cashier from '@truemark/locales/en/desk/cashier.json'
import type chain from '@truemark/locales/en/desk/chain.json'
import type certificates from '@truemark/locales/en/desk/certificates.json'
import type clientErrors from '@truemark/locales/en/desk/clientErrors.json'
import type contents from '@truemark/locales/en/desk/contents.json'
import type draft from '@truemark/locales/en/desk/draft.json'
import type exposure from '@truemark/locales/en/desk/exposure.json'
import type feed from '@truemark/locales/en/desk/feed.json'
import type house from '@truemark/locales/en/desk/house.json'
import type insurance from '@truemark/locales/en/desk/insurance.json'
import type inviteCodes from '@truemark/locales/en/desk/inviteCodes.json'
import type leverage from '@truemark/locales/en/desk/leverage.json'
import type listing from '@truemark/locales/en/desk/listing.json'
import type liquidations from '@truemark/locales/en/desk/liquidations.json'
import type mail from '@truemark/locales/en/desk/mail.json'
import type networks from '@truemark/locales/en/desk/networks.json'
import type operators from '@truemark/locales/en/desk/operators.json'
import type options from '@truemark/locales/en/desk/options.json'
import type outbox from '@truemark/locales/en/desk/outbox.json'
import type overview from '@truemark/locales/en/desk/overview.json'
import type payouts from '@truemark/locales/en/desk/payouts.json'
import type products from '@truemark/locales/en/desk/products.json'
import type proofs from '@truemark/locales/en/desk/proofs.json'
import type security from '@truemark/locales/en/desk/security.json'
import type support from '@truemark/locales/en/desk/support.json'
import type symbols from '@truemark/locales/en/desk/symbols.json'
import type treasury from '@truemark/locales/en/desk/treasury.json'
import type users from '@truemark/locales/en/desk/users.json'
import type verification from '@truemark/locales/en/desk/verification.json'
import type walletTerms from '@truemark/locales/en/desk/walletTerms.json'
import type wealth from '@truemark/locales/en/desk/wealth.json'
import type errors from '@truemark/locales/en/errors.json'
import { textsIn } from '@truemark/locales/textsIn'
import { localeOf, type LocaleId } from '@truemark/protocol/locale'

/** The texts that come with the screens that show them, by file. */
export interface AreaTexts {
  appData: typeof appData
  approvals: typeof approvals
  audit: typeof audit
  cashier: typeof cashier
  chain: typeof chain
  certificates: typeof certificates
  clientErrors: typeof clientErrors
  contents: typeof contents
  draft: typeof draft
  exposure: typeof exposure
  feed: typeof feed
  house: typeof house
  insurance: typeof insurance
  inviteCodes: typeof inviteCodes
  leverage: typeof leverage
  liquidations: typeof liquidations
  listing: typeof listing
  mail: typeof mail
  networks: typeof networks
  operators: typeof operators
  options: typeof options
  outbox: typeof outbox
  overview: typeof overview
  payouts: typeof payouts
  products: typeof products
  proofs: typeof proofs
  security: typeof security
  support: typeof support
  symbols: typeof symbols
  treasury: typeof treasury
  users: typeof users
  verification: typeof verification
  walletTerms: typeof walletTerms
  wealth: typeof wealth
}

export type Area = keyof AreaTexts

/** The desk's texts in one language. English is the shape that every language has. */
export interface Messages {
  desk: typeof shell & AreaTexts
  errors: typeof errors
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

const files = import.meta.glob<object>('../../../../packages/locales/*/desk/*.json', { import: 'default' })

/** Loads the texts of some areas. Rejects where one can't be loaded. */
export async function loadAreas(id: LocaleId, areas: readonly Area[]): Promise<Record<string, object>> {
  const load = (area: Area) => {
    const own = Object.entries(files).filter(([path]) => path.endsWith(`/${area}.json`))
    return textsIn(localeOf(id).tag, Object.fromEntries(own))
  }
  return Object.fromEntries(await Promise.all(areas.map(async (area) => [area, await load(area)] as const)))
}
