import { randomBytes } from 'node:crypto'
import type { Keys } from '../platform/keys/keys.ts'
import { SigningKeys } from '../platform/keys/signing.ts'

/** Keys of an installation of tests, in memory alone. */
export function testKeys(): Keys {
  const first = { generation: 1, made: 0, origin: 'drawn', secret: randomBytes(32) } as const
  return { signing: new SigningKeys([first], []), sealing: randomBytes(32), tokens: randomBytes(16) }
}
