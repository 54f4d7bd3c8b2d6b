import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { apiKeyRoutes } from '@truemark/protocol/routes/apiKeys'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type LiveServer, startLiveServer } from '../apps/server/src/testing/liveServer.ts'
import { keyBody } from '../apps/server/src/testing/program.ts'
import { person } from '../apps/server/src/wallet/testing/walletRun.ts'

const page = readFileSync('docs/reference/api.md', 'utf8')
const run = promisify(execFile)

/** The lines of the page between the fences of this name. */
function linesOf(name: string): string {
  return new RegExp(`\`\`\`js ${name}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? ''
}

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

const answers = z.tuple([
  z.object({ code: z.literal(200), data: z.object({ balances: z.array(z.unknown()) }) }),
  z.object({ code: z.literal(200), data: z.object({ status: z.literal('new'), price: z.literal('9000') }) }),
])

it.each(['hmac', 'ed25519'] as const)(
  'the lines of the page for %s sign what the server takes, as they stand there',
  async (kind) => {
    const who = await person(server)
    const pair = generateKeyPairSync('ed25519')
    const public_key = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const asked = { kind, realm: 'demo', scope: 'trade', ...(kind === 'ed25519' ? { public_key } : {}) } as const
    const { key, secret } = await server.ok(apiKeyRoutes.apiKeyMake, {
      token: who.token,
      body: await keyBody(server, who, asked),
    })
    const env = {
      PATH: process.env['PATH'],
      BASE: `http://127.0.0.1:${server.port}`,
      KEY: key.id,
      SECRET: secret ?? '',
      PRIVATE: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    const program = `${linesOf(kind)}\n${linesOf('use')}`
    expect(linesOf(kind).trim().split('\n').length).toBeLessThan(18)
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { env })
    expect(() =>
      answers.parse(
        stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ),
    ).not.toThrow()
  },
)
