import { priceKinds, type PriceKind } from '@truemark/core/book/mark'
import * as z from 'zod/mini'
import type { SimulationState } from './simulated.ts'

/** The names under which the market room keeps what it must know again. */
export const keptKind = 'kind'
export const keptSimulation = 'simulation'
export const keptOrigin = 'simulation_origin'

const int32 = z.int().check(z.minimum(-2_147_483_648), z.maximum(4_294_967_295))
const random = z.readonly(z.tuple([int32, int32, int32, int32, z.nullable(z.number())]))

const simulationState = z.object({
  seed: z.int(),
  codes: z.array(z.string()),
  path: z.object({ time: z.int(), regime: z.number(), logPrices: z.array(z.number()), returns: random }),
  offsets: z.array(z.array(z.number())),
  shape: random,
  trades: z.int(),
  joining: z._default(z.array(z.object({ code: z.string(), at: z.int() })), []),
})

/** The simulated path's state as it was kept, or null where it is malformed or has a symbol outside `codes`. */
export function readSimulation(value: unknown, codes: readonly string[]): SimulationState | null {
  const read = simulationState.safeParse(value)
  if (!read.success) return null
  const { codes: own, joining } = read.data
  return [...own, ...joining.map(({ code }) => code)].every((code) => codes.includes(code)) ? read.data : null
}

const origin = z.object({ seed: z.int(), time: z.int() })

/** What a simulated market was started from: the same seed and time give the same year of history again. */
export type SimulationOrigin = z.infer<typeof origin>

/** The origin as it was kept, or null. */
export function readOrigin(value: unknown): SimulationOrigin | null {
  const read = origin.safeParse(value)
  return read.success ? read.data : null
}

/** The kind of prices as it was kept, or null. */
export function readKind(value: unknown): PriceKind | null {
  return priceKinds.find((kind) => kind === value) ?? null
}
