/**
 * What the server checks of itself: its evidence as it is signed, what people traded with the house and exchanged, that each decision has its evidence in time, what is owed
 * each day, all that the journal tells each day, that the witnesses hold its heads; that every currency sums to zero, that what is held outside covers what
 * lies there by the ledger, that nobody stands below maintenance where a mark can decide, that no withdrawal is overdue, no
 * halt too long, no clock apart, no price missing, that recorded prices agree with the exchanges' own history, and that the read models lack no fact.
 */
export const ownCheckNames = [
  'evidence',
  'fills',
  'logged',
  'owed',
  'whole',
  'witnesses',
  'sums',
  'assets',
  'margin',
  'withdrawals',
  'halts',
  'clock',
  'feeds',
  'prices',
  'tables',
] as const
export type OwnCheckName = (typeof ownCheckNames)[number]
