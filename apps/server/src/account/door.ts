/** What other parts of the server may use of accounts. */
export {
  catalogueProjection,
  holderProjection,
  ledgerProjection,
  transferProjection,
  usedKeyProjection,
} from './store.ts'
export { type AccountPorts, bindAccount } from './routes.ts'
export { findUsedKey } from './store.ts'
export { BalanceStream } from './balanceStream.ts'
