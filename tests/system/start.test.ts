import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, openDemo, textAt } from '../client.ts'
import { type DataFolder, type Product, makeFolder, startProduct } from '../product.ts'
import { faultsOf } from './books.ts'

/** What a built command of the server's machine says; rejects where it ends with anything but 0. */
async function said(command: string, folder: DataFolder): Promise<string> {
  const program = join(import.meta.dirname, '../../apps/server/dist', `${command}.js`)
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: folder.path }
  return (await promisify(execFile)(process.execPath, [program], { env, timeout: 60_000 })).stdout
}

// a start takes five seconds of the processors: what it gives is looked at once, step by step
const folder = makeFolder()
let product: Product

beforeAll(async () => {
  product = await startProduct(folder)
}, 120_000)
afterAll(() => folder.remove())

describe('a start', () => {
  it('serves the apps, and where to call and to connect', async () => {
    const config: unknown = await (await fetch(`${product.address}/config.json`)).json()
    expect(textAt(config, 'webUrl')).toBe(product.address)
    expect(textAt(config, 'webSoketUrl')).toBe(`${product.address.replace('http', 'ws')}/ws`)
    for (const path of ['/', '/home', '/market/trade/BTCUSDT']) {
      const page = await fetch(`${product.address}${path}`)
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    const document: unknown = await (await fetch(`${product.address}/api/v3/openapi.json`)).json()
    expect(textAt(document, 'openapi')).toMatch(/^3\./)
    expect((await fetch(`${product.address}/api/v3/docs`)).status).toBe(200)
  })

  it('after an orderly stop goes on where it was, lends its database to the commands of its machine, while it runs and while it does not', async () => {
    const { token } = await openDemo(product.address)
    expect(await said('operatorLink', folder)).toMatch(/\/desk\/#\/link\/[\w-]{20,}/)
    expect(await said('journalCheck', folder)).toContain('rows')
    await product.stop()
    expect(folder.postmaster()).toBeNull()
    expect(await said('journalCheck', folder)).toContain('rows')
    expect(folder.postmaster()).toBeNull()

    product = await startProduct(folder)
    // A machine that runs other tests besides is slower; the bench tells the time of one that does not.
    expect(product.startTime).toBeLessThan(90_000)
    const { data } = await call(product.address, '/account/assets', { token })
    expect(textAt(data, 'total_value')).toBe('100000')
    expect(await faultsOf(product.database())).toEqual([])
    await product.stop()
  }, 300_000)
})
