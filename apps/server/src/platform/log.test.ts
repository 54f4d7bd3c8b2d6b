import { expect, it } from 'vitest'
import { describe as described } from './log.ts'

it('writes no password of a connection into the log, wherever an error bears one', () => {
  const address = 'postgres://truemark:river-seven@localhost:5432/truemark'
  const cause = new Error(`cannot reach ${address}`)
  const error = new Error(`no database at ${address}`, { cause })
  for (const thrown of [error, `lost ${address}`]) {
    const line = JSON.stringify(described(thrown))
    expect(line).toContain('…@localhost')
    expect(line).not.toContain('river-seven')
  }
})
