import type { Product } from '@truemark/core/capability/products'
import type { UserInfo } from '@truemark/protocol/routes/identity'

/** Why an account cannot open anything new in a product; where an error's reason says so, it is named as the error is. */
export type Bar = 'demo_only' | 'product_off' | 'real_name_missing' | 'real_name_pending' | 'real_name_rejected'

const byRealName = {
  none: 'real_name_missing',
  pending: 'real_name_pending',
  rejected: 'real_name_rejected',
  approved: null,
} as const

/**
 * What keeps an account from a product, in the order in which the engine refuses: the installation, the product's switch
 * for its country, the real name. Null where nothing does; the engine alone decides.
 */
export function barOf(user: UserInfo, product: Product, demoOnly: boolean): Bar | null {
  if (user.realm === 'demo') return null
  if (demoOnly) return 'demo_only'
  if (user.products[product] !== true) return 'product_off'
  return byRealName[user.real_name.primary]
}

/** Whether verifying who one is, or looking where that stands, is the way on. */
export function leadsToVerification(reason: string): boolean {
  return Object.values(byRealName).some((each) => each === reason)
}
