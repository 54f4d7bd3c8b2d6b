import { Random, type RandomState } from './random.ts'
import type { SymbolSpec } from './symbols.ts'

/**
 * The random process behind simulated prices: per symbol the logarithm of the price follows a jump diffusion that is
 * correlated with that of BTC, weakly drawn back to its long-run level so that years of running stay plausible; how
 * lively the market is changes slowly and for all alike. Floats are at home here: this is where made-up prices are
 * made up, and only whole ticks leave.
 */
export interface PathState {
  /** UTC ms. */
  time: number
  /** Log of the market's liveliness, around 0. */
  regime: number
  readonly logPrices: number[]
  returns: RandomState
}

const yearMillis = 365.25 * 86_400_000
/** How fast the log price returns to its long-run level, per year. */
const reversion = 0.5
const regimeHalfLifeMillis = 6 * 3_600_000
const regimeDeviation = 0.35

export class SimulatedPath {
  time: number
  regime: number
  readonly logPrices: Float64Array
  /** The log return of each symbol in the last step, and the standard deviation that it was drawn with. */
  readonly moves: Float64Array
  readonly deviations: Float64Array
  readonly #returns: Random
  readonly #specs: readonly SymbolSpec[]

  constructor(specs: readonly SymbolSpec[], state: PathState) {
    this.#specs = specs
    this.time = state.time
    this.regime = state.regime
    this.logPrices = Float64Array.from(state.logPrices)
    this.moves = new Float64Array(specs.length)
    this.deviations = new Float64Array(specs.length)
    this.#returns = new Random(state.returns)
  }

  state(): PathState {
    const { time, regime } = this
    return { time, regime, logPrices: [...this.logPrices], returns: this.#returns.state() }
  }

  /** The same path with more symbols at its end, each at its long-run level. */
  with(specs: readonly SymbolSpec[]): SimulatedPath {
    const state = this.state()
    const added = specs.slice(this.#specs.length).map((spec) => Math.log(spec.simulation.price))
    return new SimulatedPath(specs, { ...state, logPrices: [...state.logPrices, ...added] })
  }

  /** Moves all prices on by `millis`. Draws the same number of randoms whatever the prices are. */
  step(millis: number): void {
    const years = millis / yearMillis
    const random = this.#returns
    const persistence = 2 ** (-millis / regimeHalfLifeMillis)
    this.regime = this.regime * persistence + regimeDeviation * Math.sqrt(1 - persistence ** 2) * random.normal()
    // So scaled, the mean variance is that of the symbol's own volatility.
    const liveliness = Math.exp(this.regime - regimeDeviation ** 2)
    const stay = Math.exp(-reversion * years)
    const shared = random.normal()
    for (let at = 0; at < this.#specs.length; at++) {
      const spec = this.#specs[at]?.simulation
      const from = this.logPrices[at]
      if (spec === undefined || from === undefined) continue
      const own = random.normal()
      const deviation = spec.volatility * liveliness * Math.sqrt(years)
      let noise = deviation * (spec.correlation * shared + Math.sqrt(1 - spec.correlation ** 2) * own)
      if (random.uniform() < spec.jumpsPerYear * years) noise += spec.jumpSize * random.normal()
      const level = Math.log(spec.price)
      const to = level + (from - level) * stay + noise
      this.logPrices[at] = to
      this.moves[at] = to - from
      this.deviations[at] = deviation
    }
    this.time += millis
  }
}

/** A path that starts at `time` with every symbol at its long-run level. */
export function startPath(specs: readonly SymbolSpec[], seed: number, time: number): PathState {
  return {
    time,
    regime: 0,
    logPrices: specs.map((spec) => Math.log(spec.simulation.price)),
    returns: Random.of(seed, 'returns').state(),
  }
}

/**
 * The path of `start`, moved so that after the steps of `lengths` (ms) every symbol stands exactly at its long-run
 * level. The process is linear in where it starts, so the noise of a dry run tells where to start.
 */
export function pathEndingAtLevel(
  specs: readonly SymbolSpec[],
  start: PathState,
  lengths: Iterable<number>,
): PathState {
  const trial = new SimulatedPath(specs, start)
  for (const length of lengths) trial.step(length)
  const grown = Math.exp((reversion * (trial.time - start.time)) / yearMillis)
  const logPrices = specs.map((spec, at) => {
    const level = Math.log(spec.simulation.price)
    return level - ((trial.logPrices[at] ?? level) - level) * grown
  })
  return { ...start, logPrices }
}
