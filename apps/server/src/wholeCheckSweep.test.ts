import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { transparencyRoutes as open } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleFile } from './engine/testing/bundleChild.ts'
import { keyPurposes, writeKeyFile } from './platform/keys/keyFile.ts'
import { openKeys } from './platform/keys/keys.ts'
import { type LiveServer, startLiveServer } from './testing/liveServer.ts'
import { testKeys } from './testing/testKeys.ts'
import { checkWholeNow } from './wholeCheckSweep.ts'

let server: LiveServer
let program: URL
const keysFolder = mkdtempSync(join(tmpdir(), 'keys-'))
beforeAll(async () => {
  program = pathToFileURL(await bundleFile(fileURLToPath(new URL('wholeCheckWorker.ts', import.meta.url))))
  const keys = testKeys([])
  server = await startLiveServer({ keys })
  for (const purpose of keyPurposes) writeKeyFile(keysFolder, purpose, keys.files[purpose])
  await openKeys({ database: server.database, folder: keysFolder, now: () => 0 })
})
afterAll(async () => {
  await server.stop()
  rmSync(keysFolder, { recursive: true })
})

const whole = async () => (await server.ok(open.ownChecks, {})).find(({ name }) => name === 'whole')

it('ends with the server, and notes nothing then', async () => {
  const ending = new AbortController()
  const ports = { database: server.database, keysFolder, program, now: () => 1_000, alarm: () => undefined }
  const check = checkWholeNow({ ...ports, ending: ending.signal })
  ending.abort()
  await expect(check).rejects.toThrow('the server stopped')
  expect(await whole()).toBeUndefined()
})

it('checks all beside the running server, tells everyone that something does not hold, and the operator what', async () => {
  await server.ok(identityRoutes.simulationLogin, { body: {} })
  const alarms: string[] = []
  const ports = {
    database: server.database,
    keysFolder,
    program,
    now: () => 5_000,
    alarm: (one: string) => alarms.push(one),
  }
  const altered = (by: number) =>
    server.database.query('UPDATE balance SET posted = posted + $1 WHERE currency = 0 AND holder >= 32', [by])
  expect(await checkWholeNow(ports), alarms.join('\n')).toBe(true)
  expect(await whole()).toMatchObject({ checked: 5_000, holds: true, failed_last: null })
  await altered(1)
  expect(await checkWholeNow({ ...ports, now: () => 6_000 })).toBe(false)
  expect(await whole()).toMatchObject({ checked: 6_000, holds: false, failed_last: 6_000 })
  expect(alarms.join('\n')).toMatch(/read models do not verify: .*balance/)
  await altered(-1)
  expect(await checkWholeNow({ ...ports, now: () => 7_000 })).toBe(true)
  expect(await whole()).toMatchObject({ holds: true, failed_last: 6_000 })
})
