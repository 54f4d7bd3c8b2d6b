/** What can be liquidated, as a page's address names it: a contract's ticket, or a perpetual's position. */
export type LiquidatedGame = 'contract' | 'position'
