/** What other parts of the server may use of the wallet. */
export { startDecisionMails } from './decisionMail.ts'
export { payoutAnswerMs } from './payoutAnswers.store.ts'
export type { WalletPorts } from './ports.ts'
export { bindWallet } from './routes.ts'
export { countOutcomes } from './outcomes.store.ts'
export { startWalletSweep } from './sweep.ts'
export { walletProjection, withdrawalStatuses } from './store.ts'
export { WalletStream } from './walletStream.ts'
