import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import * as z from 'zod/mini'
import { createRpc } from '../../apps/server/src/chain/door.ts'
import { findInstalled } from '../../tools/setup/bitcoind.mjs'

/** A chain of a test's own, of one node. */
export interface ChainNode {
  /** Where its wallet is called. */
  readonly url: string
  readonly form: { readonly prefix: string; readonly key: number; readonly script: number }
  /** Mines blocks; gives their hashes. */
  readonly mine: (count: number) => Promise<string[]>
  /** Pays an amount to an address in its own form; gives the transaction's id. */
  readonly pay: (address: string, amount: string) => Promise<string>
  readonly call: (method: string, ...params: unknown[]) => Promise<unknown>
  readonly stop: () => Promise<void>
}

/** A port of this machine that nobody has now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

const forms = {
  bitcoind: { prefix: 'bcrt', key: 111, script: 196 },
  litecoind: { prefix: 'rltc', key: 111, script: 58 },
} as const

async function answers(call: ChainNode['call'], child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error('the node ended at its start')
    const isUp = await call('getblockchaininfo').then(
      () => true,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the node does not answer')
}

/** The node of Bitcoin's kind that this machine has; null where it has none. */
export const nodeProgram = findInstalled()

/** Starts a node with a chain of 101 blocks, whose first coins can be spent. */
export async function startChainNode(root: string): Promise<ChainNode> {
  if (nodeProgram === null) throw new Error('this machine has no node')
  const program = nodeProgram
  const port = await freePort()
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/chain-'))
  const child = spawn(
    program,
    [
      '-regtest',
      `-datadir=${folder}`,
      '-server',
      '-listen=0',
      '-fallbackfee=0.0001',
      '-disablewallet=0',
      `-rpcport=${port}`,
      '-rpcuser=test',
      '-rpcpassword=test',
      '-rpcbind=127.0.0.1',
      '-rpcallowip=127.0.0.1',
    ],
    { stdio: 'ignore', env: { ...process.env, HOME: folder } },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const node = `http://test:test@127.0.0.1:${port}`
  const plain = createRpc(node)
  await answers((method, ...params) => plain(method, params, z.unknown()), child)
  await plain('createwallet', ['till'], z.unknown())
  const url = `${node}/wallet/till`
  const rpc = createRpc(url)
  const call = (method: string, ...params: unknown[]): Promise<unknown> => rpc(method, params, z.unknown())
  const mine = async (count: number): Promise<string[]> => {
    // to another address each time: a block like one that was taken back is refused
    const own = await rpc('getnewaddress', [], z.string())
    return rpc('generatetoaddress', [count, own], z.array(z.string()))
  }
  await mine(101)
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const pay = (address: string, amount: string): Promise<string> => rpc('sendtoaddress', [address, amount], z.string())
  return { url, form: basename(program) === 'bitcoind' ? forms.bitcoind : forms.litecoind, mine, pay, call, stop }
}
