import { bindContract } from './contract/door.ts'
import { type DerivativePorts, bindDerivative } from './derivative/door.ts'
import { type ContentPorts, bindContent } from './content/door.ts'
import { type AccountPorts, bindAccount } from './account/door.ts'
import { type DisclosurePorts, bindDisclosure } from './disclosure/door.ts'
import { type CreditPorts, bindCredit } from './credit/door.ts'
import { type IdentityPorts, bindIdentity, holdersOf } from './identity/door.ts'
import { bindMining, bindMiningDesk, bindPool } from './mining/door.ts'
import { type ListingPorts, type MarketPorts, bindListings, bindMarketRoutes } from './market/door.ts'
import { bindIeo, bindIeoDesk, ieoForecast } from './ieo/door.ts'
import { type InvestPorts, bindInvest, bindInvestDesk, investForecast } from './invest/door.ts'
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
  readonly desk: DeskPorts
  readonly hasSymbol: (code: string) => boolean
}

/** Binds every slice's routes: what this list lacks, the server does not serve. */
export function bindSlices(options: SlicesOptions): void {
  const lists = noteLists(options.gateway)
  const { gateway } = lists
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
  bindMining(gateway, options.invest)
  bindMiningDesk(gateway, options.invest)
  bindPool(gateway, options.invest, [investForecast(options.invest), ieoForecast(options.invest)])
  bindInvest(gateway, options.invest)
  bindInvestDesk(gateway, options.invest)
  bindIeo(gateway, options.invest)
  bindIeoDesk(gateway, options.invest)
  bindWallet(gateway, options.wallet)
  bindSelfLimit(gateway, { ...options.wallet, holdersOf: (userId) => holdersOf(options.wallet.database, userId) })
  bindVerification(gateway, options.verification)
  bindSupport(gateway, options.support)
  bindDesk(gateway, options.desk)
  lists.bindExports(options.desk)
}
