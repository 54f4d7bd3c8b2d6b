import { routes } from '@truemark/protocol/routes/all'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

const all: readonly RouteDefinition[] = Object.values(routes)

async function ask(method: string, { path }: RouteDefinition) {
  const address = path.replaceAll(/\{[a-z_]+\}/g, 'nothing')
  const response = await fetch(`http://127.0.0.1:${server.port}${address}`, { method, redirect: 'manual' })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

it('FC-98 HEAD of every call that only reads is as GET, without a body; of what changes it is unknown', async () => {
  for (const route of all.filter(({ method }) => method === 'GET')) {
    const head = await ask('HEAD', route)
    expect(head.text, route.path).toBe('')
    if (route.changes === true) {
      expect([route.path, head.status]).toEqual([route.path, 404])
      continue
    }
    const { status, type } = await ask('GET', route)
    expect([route.path, head.status, head.type]).toEqual([route.path, status, type])
  }
}, 120_000)

it('FC-98 HEAD of a path that has no GET is unknown', async () => {
  const read = new Set(all.filter(({ method }) => method === 'GET').map(({ path }) => path))
  for (const route of all.filter(({ path }) => !read.has(path))) {
    const shadowed = [...read].some((path) =>
      new RegExp(`^${path.replaceAll(/\{[a-z_]+\}/g, '[^/]+')}$`).test(route.path),
    )
    if (!shadowed) expect([route.path, (await ask('HEAD', route)).status]).toEqual([route.path, 404])
  }
}, 120_000)
