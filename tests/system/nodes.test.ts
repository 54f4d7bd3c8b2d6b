import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, openDemo, placeOrder, textAt } from '../client.ts'
import { builtProgram, makeFolder, startProduct } from '../product.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const cache = join(root, '.cache/nodes')
const folder = makeFolder()
/** The least that is promised, and the two versions that are kept up: each goes on with what the one before has left. */
const versions = ['node-20', 'node-22', 'node-24'] as const
const nodeOf = (version: string): string => join(cache, 'node_modules', version, 'bin/node')
// npm has them as packages for each system; what is tried here is the version
const isTried = process.platform === 'linux' && process.arch === 'x64'

beforeAll(async () => {
  if (!isTried || versions.every((version) => existsSync(nodeOf(version)))) return
  mkdirSync(cache, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(import.meta.dirname, 'nodes', name), join(cache, name))
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: cache, timeout: 300_000 })
}, 300_000)
afterAll(() => folder.remove())

it.skipIf(!isTried)('runs on each Node that is promised, on the data that another has left', async () => {
  let token = ''
  for (const [place, version] of versions.entries()) {
    const { stdout } = await run(nodeOf(version), ['--version'])
    expect(stdout).toMatch(new RegExp(`^v${version.slice('node-'.length)}\\.`))
    const product = await startProduct(folder, {}, builtProgram, nodeOf(version))
    try {
      if (token === '') ({ token } = await openDemo(product.address))
      const order = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.1' }
      const { data } = await placeOrder(product.address, token, order)
      expect([version, textAt(data, 'status')]).toEqual([version, 'filled'])
      const held = await call(product.address, '/account/coin', { token })
      // a fee of a thousandth is taken off what is received
      const bitcoin = ((place + 1) * 0.0999).toFixed(4)
      expect([version, JSON.stringify(held.data)]).toEqual([
        version,
        expect.stringContaining(`"available":"${bitcoin}"`),
      ])
      const env = { ...process.env, DATA_DIR: folder.path }
      const checked = await run(nodeOf(version), [join(root, 'apps/server/dist/journalCheck.js')], { env })
      expect(checked.stdout).toContain('The journal verifies')
    } finally {
      await product.stop()
    }
  }
})
