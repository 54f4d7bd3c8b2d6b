/** What other parts of the server may use of invest. */
export { investForecast } from './forecast.ts'
export { investProjection } from './store.ts'
export { bindInvest } from './routes.ts'
export { bindInvestDesk } from './desk.ts'
export type { InvestPorts } from './ports.ts'
export { startShowroom } from './showroom.ts'
export { type InvestRow, findInvest, findProductOf } from './evidence.store.ts'
