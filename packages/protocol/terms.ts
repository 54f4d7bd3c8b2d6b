/**
 * What terms are of. The first are made from the journal; `feed`, `network`, `document`, `rules` and `asset` stand in the audit log
 * alone. Places are for ever: the read models keep them.
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
] as const
export type TermKind = (typeof termKinds)[number]
