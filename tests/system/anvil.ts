import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { createRpc } from '../../apps/server/src/chain/door.ts'
import { freePort } from './chainNode.ts'

/** A chain of Ethereum's kind of a test's own, whose blocks are mined when they are asked for. */
export interface Anvil {
  readonly rpc: ReturnType<typeof createRpc>
  readonly stop: () => Promise<void>
}

/** Starts one; its chain has the number 31337. */
export async function startAnvil(): Promise<Anvil> {
  const at = await freePort()
  const launcher = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
  const { bin } = z.parse(
    z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) }),
    JSON.parse(readFileSync(launcher, 'utf8')),
  )
  const program = join(launcher, '..', typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? ''))
  const args = [program, '--port', String(at), '--no-mining', '--silent', '--order', 'fifo']
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const rpc = createRpc(`http://127.0.0.1:${at}`)
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  for (let tries = 0; tries < 200; tries += 1) {
    const isUp = await rpc('eth_blockNumber', [], z.string()).then(
      () => true,
      () => false,
    )
    if (isUp) return { rpc, stop }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the node does not answer')
}
