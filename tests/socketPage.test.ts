import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { apiKeyRoutes } from '@truemark/protocol/routes/apiKeys'
import {
  callsUnderWayMax,
  clientFrameBytesMax,
  clientMessage,
  closeCode,
  programTypes,
  serverReply,
  streamType,
} from '@truemark/protocol/stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type LiveServer, startLiveServer } from '../apps/server/src/testing/liveServer.ts'
import { keyBody } from '../apps/server/src/testing/program.ts'
import { person } from '../apps/server/src/wallet/testing/walletRun.ts'

const page = readFileSync('docs/reference/socket.md', 'utf8')
const run = promisify(execFile)
const cell = (text: string): string => `| ${text} |`

/** The words that tell the messages of a union apart. */
function wordsOf(union: { readonly _zod: { readonly def: { readonly options: readonly object[] } } }): string[] {
  const literal = z.object({ type: z.string() })
  return union._zod.def.options.map((option) => {
    const shape: unknown = Reflect.get(option, 'shape')
    const type: unknown = typeof shape === 'object' && shape !== null ? Reflect.get(shape, 'type') : undefined
    return literal.parse({ type: z.instanceof(z.ZodMiniLiteral).parse(type)._zod.def.values[0] }).type
  })
}

describe('the page of the socket', () => {
  it.each(wordsOf(clientMessage))('says what a client sends as %s', (word) => {
    expect(page).toContain(cell(`\`${word}\``).trimEnd().slice(0, -1))
  })

  it.each(wordsOf(serverReply))('says what the server answers as %s', (word) => {
    expect(page).toContain(`\`${word}\``)
  })

  it('says every number of what is told, and which programs do not hear', () => {
    for (const type of Object.values(streamType)) expect(page).toContain(`\n| ${type} | `)
    const others = [streamType.wallet, streamType.chat, streamType.notification]
    const own = [streamType.balance, streamType.order, ...others]
    expect(own.filter((type) => !programTypes.includes(type))).toEqual(others)
    expect(page).toContain('those of 6, 8 and 9')
  })

  it('says every close code and the bounds as they are', () => {
    for (const code of Object.values(closeCode)) expect(page).toContain(`\n| ${code} | `)
    expect(page).toContain(`of ${clientFrameBytesMax / 1_024} KB at most`)
    expect(page).toContain(`${callsUnderWayMax} calls of a socket`)
  })
})

describe('its lines', () => {
  let server: LiveServer
  beforeAll(async () => {
    server = await startLiveServer()
  })
  afterAll(() => server.stop())

  it('place and cancel an order as they stand there', async () => {
    const who = await person(server)
    const asked = { kind: 'hmac', realm: 'demo', scope: 'trade' } as const
    const body = await keyBody(server, who, asked)
    const { key, secret } = await server.ok(apiKeyRoutes.apiKeyMake, { token: who.token, body })
    const env = {
      PATH: process.env['PATH'],
      BASE: `http://127.0.0.1:${server.port}`,
      KEY: key.id,
      SECRET: secret ?? '',
    }
    const program = /```js socket\n([^]*?)```/.exec(page)?.[1] ?? ''
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { env })
    const answers = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(answers).toMatchObject([
      { type: 'result', status: 200, code: 200, data: { status: 'new', price: '9000' } },
      { type: 'result', status: 200, code: 200, data: { status: 'canceled', reason: 'by_owner' } },
    ])
  })
})
