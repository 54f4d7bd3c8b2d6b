/** What other parts of the server may use of accounts. */
export {
  catalogueProjection,
  holderProjection,
  ledgerProjection,
  transferProjection,
  usedKeyProjection,
} from './store.ts'
export { conversionProjection } from './conversions.store.ts'
export type { AccountPorts } from './ports.ts'
export { bindAccount } from './routes.ts'
export { findUsedKey } from './store.ts'
export { BalanceStream } from './balanceStream.ts'
export { type IndexOf, balanceShape, worthOf } from './worth.ts'
export { usdtText } from './worth.ts'
