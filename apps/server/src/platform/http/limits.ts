import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Routes that share a limit: what costs or endangers alike. */
export type LimitClass = 'door' | 'order' | 'write' | 'read'

interface Rule {
  /** Calls that one account (signed in) or one address (not signed in) may make … */
  readonly points: number
  /** … in this many seconds. */
  readonly seconds: number
}

const rules: Readonly<Record<LimitClass, Rule>> = {
  // Passwords, codes and registrations; the identity slice limits each account besides.
  door: { points: 60, seconds: 60 },
  order: { points: 500, seconds: 5 },
  write: { points: 200, seconds: 10 },
  read: { points: 600, seconds: 10 },
}

/** All calls of one address together, so that many accounts behind it are not many allowances. */
const addressRule: Rule = { points: 20_000, seconds: 10 }

export interface Limits {
  /** Null where the call may go on, else the seconds to wait. */
  take(kind: LimitClass, account: string | null, address: string): Promise<number | null>
}

/** `scale` multiplies every allowance; 0 lifts them all (load tests on a closed network). */
export function createLimits(scale: number): Limits {
  if (scale === 0) return { take: () => Promise.resolve(null) }
  const limiter = (rule: Rule): RateLimiterMemory =>
    new RateLimiterMemory({ points: Math.ceil(rule.points * scale), duration: rule.seconds })
  const limiters: Readonly<Record<LimitClass, RateLimiterMemory>> = {
    door: limiter(rules.door),
    order: limiter(rules.order),
    write: limiter(rules.write),
    read: limiter(rules.read),
  }
  const addresses = limiter(addressRule)
  return {
    take: async (kind, account, address) => {
      try {
        await addresses.consume(address)
        await limiters[kind].consume(account ?? address)
        return null
      } catch (limit) {
        if (limit instanceof RateLimiterRes) return Math.max(1, Math.ceil(limit.msBeforeNext / 1000))
        throw limit
      }
    },
  }
}

/** The class of a route: guests' changes are the door, orders have their own. */
export function limitClassOf(route: RouteDefinition): LimitClass {
  if (route.method === 'GET') return 'read'
  if (route.access === 'guest') return route.path.endsWith('/log_error') ? 'write' : 'door'
  return route.path.includes('/orders') ? 'order' : 'write'
}
