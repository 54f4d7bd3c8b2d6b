/** The subjects of the market's line. */
export const marketSubjects = {
  /** What the market tells everyone. */
  told: 'market',
  /** From gateways, each under its own name: a request, or none for all that the market has told. */
  ask: 'market-ask',
  /** To one gateway, under its name. */
  reply: 'market-reply',
} as const

/** What the market tells in this time (ms) goes out together, the latest of each. */
export const tellEveryMs = 50
