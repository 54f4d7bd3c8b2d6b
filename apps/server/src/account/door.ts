/** What other parts of the server may use of accounts. */
export { startUsedKeySweep, usedKeysIn } from './usedKeys.ts'
export {
  catalogueProjection,
  holderProjection,
  ledgerProjection,
  transferProjection,
  usedKeyProjection,
} from './store.ts'
export { countLosing, profitProjection } from './profit.store.ts'
export { startWorthSweep, worthPrices } from './worthSweep.ts'
export { findWorthTotals } from './worthSweep.store.ts'
export { valuer } from './profit.ts'
export { conversionProjection, findConversionTime } from './conversions.store.ts'
export { type StatementPrinter, createStatementPrinter } from './statementPrinter.ts'
export type { AccountPorts } from './ports.ts'
export { ledgerFault, readLedgerTables } from './ledgerCheck.ts'
export { recordCursor, recordShape } from './recordShape.ts'
export { bindAccount } from './routes.ts'
export { findRecords, findRecordsOf, findUsedKey, keyMayBeSwept } from './store.ts'
export { BalanceStream } from './balanceStream.ts'
export { type IndexOf, balanceShape, worthOf } from './worth.ts'
export { usdtText } from './worth.ts'
export { hasSeenRealMoney } from './realMoney.store.ts'
