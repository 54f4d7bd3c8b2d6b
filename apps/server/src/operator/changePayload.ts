import { symbol } from '@truemark/protocol/values'
import * as z from 'zod/mini'
import type { RequestKey } from '../platform/http/call.ts'
import type { ActingOperator } from './acting.ts'

/** In whose name a change of terms is made, and the key by which the engine makes it once. */
export interface Named {
  readonly actor: ActingOperator
  readonly key: RequestKey | null
}

/** What a proposal to change a market's terms keeps: the market, and the body of the route that changes it. */
export function changePayload<Body>(body: z.ZodMiniType<Body>) {
  return z.object({ symbol, body })
}
