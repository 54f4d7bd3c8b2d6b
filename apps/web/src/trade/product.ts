/** The four products of Trade, in the order of their tabs, each under the word of its path. */
export const tradeProducts = ['eternal_contract', 'contract', 'option', 'coins'] as const
export type TradeProduct = (typeof tradeProducts)[number]

/** The path of a product's trade page, with its symbol still to be filled in. */
export const tradePaths = {
  eternal_contract: '/market/trade/eternal_contract/$symbol',
  contract: '/market/trade/contract/$symbol',
  option: '/market/trade/option/$symbol',
  coins: '/market/trade/coins/$symbol',
} as const satisfies Record<TradeProduct, string>
