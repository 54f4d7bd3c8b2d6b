import { deskIeoExports, deskIeoRoutes } from './deskIeo.ts'
import { deskInvestExports, deskInvestRoutes } from './deskInvest.ts'
import { deskMiningExports, deskMiningRoutes } from './deskMining.ts'
import { ieoRisks, ieoRoutes } from './ieo.ts'
import { investRisks, investRoutes } from './invest.ts'
import { miningRisks, miningRoutes } from './mining.ts'

/** The routes of the products that pay later. */
export const productRoutes = { ...miningRoutes, ...investRoutes, ...ieoRoutes }
/** Their routes of the desk. */
export const deskProductRoutes = { ...deskMiningRoutes, ...deskInvestRoutes, ...deskIeoRoutes }
/** Their lists of the desk as files. */
export const productExports = { ...deskMiningExports, ...deskInvestExports, ...deskIeoExports }
/** Which risks must be understood before which of their orders. */
export const productRisks = { ...miningRisks, ...investRisks, ...ieoRisks }
