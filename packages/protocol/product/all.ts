import type { WealthProduct } from '@truemark/core/capability/products'
import {
  ieoHouseActions,
  ieoIds,
  ieoNotifications,
  ieoOrderId,
  ieoPersonalActions,
  ieoProposals,
  ieoUnknown,
} from './ieoWords.ts'
import {
  investHouseActions,
  investIds,
  investNotifications,
  investOrderId,
  investPersonalActions,
  investProposals,
  investUnknown,
} from './investWords.ts'
import {
  miningHouseActions,
  miningIds,
  miningNotifications,
  miningOrderId,
  miningPersonalActions,
  miningProposals,
  miningUnknown,
} from './miningWords.ts'

// What the products that pay later add to the lists of the protocol, but for what every page needs (`shown.ts`).

/** What is told where an order could not be read, of each product. */
export const productsUnknown = [miningUnknown, investUnknown, ieoUnknown] as const
/** Kinds of public ids. */
export const productIds = { ...miningIds, ...investIds, ...ieoIds } as const
/** Which of those the orders of each bear. */
export const productOrderIds = {
  mining: miningOrderId,
  invest: investOrderId,
  ieo: ieoOrderId,
} as const satisfies Record<WealthProduct, string>
export const productNotifications = { ...miningNotifications, ...investNotifications, ...ieoNotifications } as const
export const productPersonalActions = [
  ...miningPersonalActions,
  ...investPersonalActions,
  ...ieoPersonalActions,
] as const
export const productHouseActions = [...miningHouseActions, ...investHouseActions, ...ieoHouseActions] as const
export const productProposals = [...miningProposals, ...investProposals, ...ieoProposals] as const
