import type { Gateway } from '../platform/http/gateway.ts'
import { bindChain } from './chain/desk.ts'
import { bindDeposits } from './deposits.ts'
import { bindWalletDesk } from './desk.ts'
import { bindNetworkDesk } from './networkDesk.ts'
import { bindNetworks } from './networks.ts'
import { bindPayees } from './payees.ts'
import { bindPayoutAnswers } from './payoutAnswers.ts'
import { bindPool } from './pool.ts'
import { bindPayouts } from './payout/desk.ts'
import type { WalletPorts } from './ports.ts'
import { bindWithdrawals } from './withdrawals.ts'

/** Binds the routes of the wallet, and of the desk that works on it. */
export function bindWallet(gateway: Gateway, ports: WalletPorts): void {
  bindNetworks(gateway, ports)
  bindDeposits(gateway, ports)
  bindWithdrawals(gateway, ports)
  bindPayoutAnswers(gateway, ports)
  bindPayees(gateway, ports)
  bindPool(gateway, ports)
  bindWalletDesk(gateway, ports)
  bindNetworkDesk(gateway, ports)
  bindChain(gateway, ports)
  bindPayouts(gateway, ports)
}
