/** What other parts of the server may use of the wallet. */
export type { WalletPorts } from './ports.ts'
export { bindWallet } from './routes.ts'
export { startWalletSweep } from './sweep.ts'
export { walletProjection } from './store.ts'
export { WalletStream } from './walletStream.ts'
