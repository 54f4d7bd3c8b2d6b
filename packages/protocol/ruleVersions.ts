/** A version of the published rules, and when it was made. */
export interface RuleVersion {
  readonly version: number
  /** As ISO 8601 in UTC. An installation goes by it from its own first start with it. */
  readonly made: string
  /**
   * SHA-256 over all earlier rows, this row's number and time, and the rules as they read; null for those that were made
   * before this was kept.
   */
  readonly digest: string | null
}

/**
 * The versions of the rules, the oldest first. Rows are added and never changed: a test reckons the newest row's digest
 * anew, from the rules and from all rows before it, so that no rule changes without a version. What a version changed
 * stands in the locales, under `transparency.rules.changed`.
 */
export const ruleVersions = [
  { version: 1, made: '2026-11-27T23:02:08Z', digest: null },
  { version: 2, made: '2026-11-28T02:47:46Z', digest: null },
  { version: 3, made: '2026-11-28T03:04:50Z', digest: null },
  {
    version: 4,
    made: '2026-11-28T04:06:34Z',
    digest: '29ffa75bfb3b0de628f0de1d3efa1a7fce1309f003d6d5d0980577fa5f659029',
  },
] as const satisfies readonly RuleVersion[]
