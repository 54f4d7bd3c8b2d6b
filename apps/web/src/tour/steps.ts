/** The steps of the tour: the screen of each, and what it points at there. */
export const steps = [
  { name: 'price', path: '/home', anchor: 'section[aria-labelledby="home-markets"] li' },
  { name: 'ticket', path: '/market/trade/coins/BTCUSDT', anchor: '[data-tour="ticket"]' },
  { name: 'assets', path: '/assetsInfo', anchor: '[data-tour="assets"]' },
  { name: 'checked', path: '/transparency', anchor: 'main h1' },
] as const

export type Step = (typeof steps)[number]
