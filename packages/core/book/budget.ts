/** How many fills a tick may still have, over both realms and all of its stages, before it goes on in a further command. */
export interface Budget {
  fills: number
}

/** At this many fills a tick goes on in a further command. */
export const fillsPerTickMax = 1_000
