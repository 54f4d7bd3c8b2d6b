import { apiPrefix } from '@truemark/protocol/routes/route'
import { bindContract } from './contract/door.ts'
import { type DerivativePorts, bindDerivative } from './derivative/door.ts'
import { type ContentPorts, bindContent } from './content/door.ts'
import { type AccountPorts, bindAccount } from './account/door.ts'
import { type DisclosurePorts, bindDisclosure } from './disclosure/door.ts'
import { type CreditPorts, bindCredit } from './credit/door.ts'
import { type IdentityPorts, bindIdentity, holdersOf } from './identity/door.ts'
import { bindPool } from './mining/door.ts'
import { type ListingPorts, type MarketPorts, bindListings, bindMarketRoutes } from './market/door.ts'
import type { InvestPorts } from './invest/door.ts'
import type { Gateway } from './platform/http/gateway.ts'
import { type DeskPorts, bindDesk, noteLists } from './operator/door.ts'
import { type OptionPorts, bindOption } from './option/door.ts'
import { bindPerpetual } from './perpetual/door.ts'
import { type PublicationPorts, bindPublication } from './publication/door.ts'
import { type SpotPorts, bindSpot } from './spot/door.ts'
import { type SupportPorts, bindSupport } from './support/door.ts'
import { type TransparencyPorts, bindTransparency } from './transparency/door.ts'
import { type VerificationPorts, bindVerification } from './verification/door.ts'
import { bindSelfLimit } from './selfLimit/door.ts'
import { type WalletPorts, bindWallet } from './wallet/door.ts'
import { wealthSlices } from './wealthSlices.ts'

export interface SlicesOptions {
  readonly gateway: Gateway
  readonly market: MarketPorts
  readonly identity: IdentityPorts
  readonly account: AccountPorts
  readonly spot: SpotPorts
  readonly derivative: DerivativePorts
  readonly option: OptionPorts
  readonly invest: InvestPorts
  readonly listings: ListingPorts
  readonly content: ContentPorts
  readonly credit: CreditPorts
  readonly disclosure: DisclosurePorts
  readonly publication: PublicationPorts
  readonly transparency: TransparencyPorts
  readonly wallet: WalletPorts
  readonly verification: VerificationPorts
  readonly support: SupportPorts
  /** Null where the desk is served elsewhere. */
  readonly desk: DeskPorts | null
  readonly hasSymbol: (code: string) => boolean
}

/** Binds every slice's routes: what this list lacks, the server does not serve. */
export function bindSlices(options: SlicesOptions): void {
  const { desk } = options
  if (desk === null) return bindAll(withoutDesk(options.gateway), options)
  const lists = noteLists(options.gateway)
  bindAll(lists.gateway, options)
  bindDesk(lists.gateway, desk)
  lists.bindExports(desk)
}

function bindAll(gateway: Gateway, options: SlicesOptions): void {
  bindIdentity(gateway, options.identity, options.hasSymbol)
  bindMarketRoutes(gateway, options.market)
  bindListings(gateway, options.listings)
  bindContent(gateway, options.content)
  bindCredit(gateway, options.credit)
  bindDisclosure(gateway, options.disclosure)
  bindPublication(gateway, options.publication)
  bindTransparency(gateway, options.transparency)
  bindAccount(gateway, options.account)
  bindSpot(gateway, options.spot)
  bindDerivative(gateway, options.derivative)
  bindContract(gateway, options.derivative)
  bindPerpetual(gateway, options.derivative)
  bindOption(gateway, options.option)
  for (const { binds } of wealthSlices) for (const bind of binds) bind(gateway, options.invest)
  const forecasts = wealthSlices.flatMap(({ forecast }) => forecast?.(options.invest) ?? [])
  bindPool(gateway, options.invest, forecasts)
  bindWallet(gateway, options.wallet)
  bindSelfLimit(gateway, { ...options.wallet, holdersOf: (userId) => holdersOf(options.wallet.database, userId) })
  bindVerification(gateway, options.verification)
  bindSupport(gateway, options.support)
}

const deskPath = `${apiPrefix}/desk/`

/** The same gateway, which leaves out what is bound for the desk. */
function withoutDesk(inner: Gateway): Gateway {
  return {
    ...inner,
    bind: (route, handler) => {
      if (!route.path.startsWith(deskPath)) inner.bind(route, handler)
    },
    bindLenient: (route, handler) => {
      if (!route.path.startsWith(deskPath)) inner.bindLenient(route, handler)
    },
  }
}
