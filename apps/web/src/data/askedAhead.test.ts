/// <reference types="node" />
import { createServer } from 'node:http'
import { accountAssets } from '@truemark/protocol/routes/account'
import { targetOf } from '@truemark/protocol/calling'
import { client } from '@truemark/protocol/client'
import { appData } from '@truemark/protocol/routes/content'
import { spotOrders } from '@truemark/protocol/routes/spot'
import { afterEach, expect, it, vi } from 'vitest'
import { answerAhead, askAhead, targetsAhead } from './askedAhead.ts'
import { configAnswer } from './configAnswer.ts'

const reader = { token: 'of june', lang: 'en' }
const ends: (() => void)[] = []
afterEach(async () => {
  // what one test asked for and did not take is nobody's
  for (const target of targetsAhead) await answerAhead(target, null, '')
  for (const end of ends.splice(0)) end()
  vi.unstubAllGlobals()
})

/** A server of the API and of its configuration; a browser takes a path for one of its page's server. */
async function serve(status: number) {
  const heard: string[] = []
  const server = createServer((request, response) => {
    const { authorization = 'nobody', lang = '', host = '' } = request.headers
    heard.push(`${authorization} ${String(lang)} ${request.url ?? ''}`)
    const body = request.url === '/config.json' ? { webUrl: `http://${host}/` } : { code: status }
    response.writeHead(request.url === '/config.json' ? 200 : status).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, request?: RequestInit) => fetch(new URL(path, origin), request))
  ends.push(() => server.close().closeAllConnections())
  return heard
}

it('asks for what the app’s own calls ask for first', () => {
  const open = { query: { status: 'open', limit: String(client.pageLimitMax) } }
  const targets = [targetOf(appData, {}), targetOf(accountAssets, {}), targetOf(spotOrders, open)]
  expect(targetsAhead).toEqual(targets.map(({ target }) => target))
})

it('gives each answer once, to whom it was asked for, and leaves the configuration to who reads it', async () => {
  const heard = await serve(200)
  askAhead(reader)
  expect(await (await configAnswer()).json()).toMatchObject({ webUrl: expect.stringMatching(/^http/) })
  const [first, second, third] = targetsAhead
  expect(await answerAhead(second, 'of another', 'en')).toBeNull()
  expect(await answerAhead(third, reader.token, 'ja')).toBeNull()
  const early = await answerAhead(first, reader.token, 'en')
  expect([early?.head.status, early?.text]).toEqual([200, '{"code":200}'])
  expect(await answerAhead(first, reader.token, 'en')).toBeNull()
  expect(await answerAhead('/api/v3/records', reader.token, 'en')).toBeNull()
  const all = [...targetsAhead.map((target) => `Bearer of june en ${target}`), 'nobody  /config.json']
  await vi.waitFor(() => expect(heard.toSorted()).toEqual(all.toSorted()))
})

it('gives a refusal as it came, and nothing where no answer came or it is old', async () => {
  await serve(551)
  askAhead(reader)
  const [first, second, third] = targetsAhead
  expect((await answerAhead(first, reader.token, 'en'))?.head.status).toBe(551)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000)
  expect(await answerAhead(second, reader.token, 'en')).toBeNull()
  vi.restoreAllMocks()
  await answerAhead(third, null, '')
  ends.pop()?.()
  await configAnswer().catch(() => null)
  askAhead(reader)
  expect(await answerAhead(first, reader.token, 'en')).toBeNull()
})
