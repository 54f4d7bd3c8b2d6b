import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { networkPrograms, networkRefusal } from '../../tools/setup/network.mjs'

/** Why this machine has none, as a sentence; null where it can. */
export const noNetwork = networkRefusal()

/** A machine whose test was killed is gone after so long (s). */
const lifeMax = 900
const startMax = 10_000
const lookMs = 10

/** A machine in a network of its own: what runs in it reaches the others by their addresses alone. */
export interface Machine {
  readonly address: string
  /** A program that runs Node in it. */
  readonly node: string
  /** How to run a program in it. */
  readonly enter: readonly [program: string, ...parameters: string[]]
  /** Opens an address out here at which its own `port` answers, over no link that can be cut. */
  reach(port: number): Promise<string>
}

/** Machines of a test's own around one router, on which each link can be cut, one way too. */
export class Network {
  readonly #folder = mkdtempSync(join(tmpdir(), 'truemark-network-'))
  readonly #children: ChildProcess[] = []
  readonly #links = new Map<Machine, string>()
  #router: readonly [string, ...string[]] = ['']

  static async open(): Promise<Network> {
    const network = new Network()
    // whoever the programs of the test run as has to get through
    chmodSync(network.#folder, 0o711)
    const pid = await network.#makeSpace()
    network.#router = network.#enterOf(pid)
    network.#run(network.#router, 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward')
    return network
  }

  async add(): Promise<Machine> {
    const { ip } = programs()
    const pid = await this.#makeSpace()
    const number = this.#links.size + 1
    const [link, gate, address] = [`link${number}`, `198.18.${number}.1`, `198.18.${number}.2`]
    const enter = this.#enterOf(pid)
    const at = (...words: string[]): void => this.#run(this.#router, ip, ...words)
    const within = (...words: string[]): void => this.#run(enter, ip, ...words)
    at('link', 'add', link, 'type', 'veth', 'peer', 'name', 'net', 'netns', String(pid))
    at('address', 'add', `${gate}/30`, 'dev', link)
    at('link', 'set', link, 'up')
    within('link', 'set', 'lo', 'up')
    within('address', 'add', `${address}/30`, 'dev', 'net')
    within('link', 'set', 'net', 'up')
    within('route', 'add', 'default', 'via', gate)
    const node = join(this.#folder, `node${number}`)
    writeFileSync(node, `#!/bin/sh\nexec ${enter.join(' ')} '${process.execPath}' "$@"\n`, { mode: 0o755 })
    const machine: Machine = { address, node, enter, reach: (port) => this.#reach(enter, port) }
    this.#links.set(machine, link)
    return machine
  }

  /** From now on nothing comes through from one to the other; the way back stays as it is. Nobody is told. */
  cut(from: Machine, to: Machine): void {
    this.#rule('add', from, to)
  }

  /** Lets through again what `cut` keeps away. */
  mend(from: Machine, to: Machine): void {
    this.#rule('del', from, to)
  }

  close(): void {
    for (const child of this.#children) child.kill('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #rule(change: 'add' | 'del', from: Machine, to: Machine): void {
    const link = this.#links.get(from) ?? ''
    this.#run(this.#router, programs().ip, 'rule', change, 'iif', link, 'to', to.address, 'blackhole')
  }

  #enterOf(pid: number): readonly [string, ...string[]] {
    return [programs().nsenter, `--net=/proc/${pid}/ns/net`]
  }

  #run([program, ...parameters]: readonly [string, ...string[]], ...words: string[]): void {
    execFileSync(program, [...parameters, ...words], { stdio: ['ignore', 'ignore', 'pipe'] })
  }

  /** A process that does nothing but have a network; gives its id. */
  async #makeSpace(): Promise<number> {
    const child = spawn(programs().unshare, ['--net', 'sleep', String(lifeMax)], { stdio: 'ignore' })
    this.#children.push(child)
    const own = readlinkSync('/proc/self/ns/net')
    for (const since = performance.now(); performance.now() - since < startMax;) {
      if (readlinkSync(`/proc/${child.pid ?? 0}/ns/net`) !== own) return child.pid ?? 0
      await new Promise((resolve) => setTimeout(resolve, lookMs))
    }
    throw new Error('no network was made')
  }

  async #reach([program, ...parameters]: readonly [string, ...string[]], port: number): Promise<string> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('there is no port')
    const words = [...parameters, process.execPath, join(import.meta.dirname, 'relay.mjs')]
    const relay = spawn(program, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    this.#children.push(relay)
    await new Promise<void>((resolve, reject) => {
      relay.send({ port }, server, {}, (error) => (error === null ? resolve() : reject(error)))
    })
    // it is answered there, and not here as well
    server.close()
    return `http://127.0.0.1:${address.port}`
  }
}

function programs() {
  const found = networkPrograms()
  if (found === null) throw new Error('there is nothing to make a network with')
  return found
}
