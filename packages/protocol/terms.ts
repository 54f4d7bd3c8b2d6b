/**
 * What terms are of. They are made from the journal, but for `feed`, `network`, `document`, `rules`, `asset` and `ending` (what is
 * announced to end in a market), which stand in the audit log alone. Places are for ever: the read models keep them.
 */
export const termKinds = [
  'market',
  'leverage',
  'measure',
  'option',
  'wallet',
  'eligibility',
  'mining',
  'invest',
  'launch',
  'pool',
  'feed',
  'network',
  'document',
  'rules',
  'asset',
  'ending',
  'exchange',
  'charges',
] as const
export type TermKind = (typeof termKinds)[number]
