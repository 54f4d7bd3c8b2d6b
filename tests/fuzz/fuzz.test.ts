import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run, type RunOptions } from './run.ts'
import { type Stage, openStage } from './stage.ts'

/** Set by `npm run fuzz`, which says what each is for. */
const asked = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)
const options: RunOptions = {
  seed: asked('FUZZ_SEED', 1),
  from: asked('FUZZ_FROM', 0),
  requests: asked('FUZZ_REQUESTS', 2_000),
}

describe(`requests ${options.from} to ${options.from + options.requests} of seed ${options.seed}`, () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  }, 240_000)
  afterAll(() => stage.stop())

  it('are answered as the protocol says, and change nothing where they are refused', { timeout: 0 }, async () => {
    const { faults, told } = await run(stage, options)
    process.stdout.write(`${told}\n`)
    expect(faults).toEqual([])
  })
})
