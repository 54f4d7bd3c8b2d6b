import { expect, it } from 'vitest'
import { createLogger } from './platform/log.ts'
import { rehearse } from './rehearsal.ts'

it('gets a call through every check to where it would be done, with all routes bound and nobody listening', async () => {
  await expect(rehearse({ publicUrl: null, trustedProxies: 0 }, createLogger('fatal'))).resolves.toBeUndefined()
})
