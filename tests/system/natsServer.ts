import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installedNatsServer } from '../../tools/setup/natsServer.mjs'
import type { Certificate } from './certificates.ts'

/** The NATS server that this machine has; null where it has none. */
export const natsProgram = installedNatsServer()

/** How those speak to a bus who do it by TLS. */
export interface BusTls extends Certificate {
  /** The name, or the address in numbers, under which it is spoken to. */
  readonly host: string
}

/** A bus of a test's own. */
export interface NatsServer {
  /** Its address, with the user and password of a core or of a gateway. */
  urlOf(user: 'core' | 'gateway'): string
  /** The same without either, for who signs by {@link busSeed}. */
  readonly bareUrl: string
  /** Starts it again at the same address. */
  start(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
  remove(): Promise<void>
}

/** A port of this machine that nobody has now. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The seed of an nkey that stands in NATS's own handbook, for a core. */
export const busSeed = 'SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY'
const busKey = 'UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4'

/** The users as the handbook has them; what it lets a gateway do is read there. */
function configOf(port: number, tls: string): string {
  const handbook = readFileSync(join(import.meta.dirname, '../../docs/operating/gateways.md'), 'utf8')
  const [permissions = ''] = /permissions: \{[^}]+\}/.exec(handbook) ?? []
  return `listen: "127.0.0.1:${port}"
${tls}
authorization {
  users = [
    { user: core, password: bus }
    { nkey: ${busKey} }
    { user: gateway, password: bus, ${permissions} }
  ]
}
`
}

const startMax = 10_000
const lookMs = 25

/** Keeps a certificate beside the settings; what these say of it. */
function keepTls(folder: string, { certificate, key }: Certificate): string {
  const [cert, secret] = [join(folder, 'bus.crt'), join(folder, 'bus.key')]
  writeFileSync(cert, certificate)
  writeFileSync(secret, key, { mode: 0o600 })
  return `tls { cert_file: "${cert}", key_file: "${secret}" }`
}

/** Starts a bus that asks for a user and a password, by TLS where it has a certificate. */
export async function startNatsServer(tls: BusTls | null = null): Promise<NatsServer> {
  if (natsProgram === null) throw new Error('this machine has no NATS server')
  const program = natsProgram
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'truemark-nats-'))
  const config = join(folder, 'nats.conf')
  writeFileSync(config, configOf(port, tls === null ? '' : keepTls(folder, tls)))
  const [scheme, host] = tls === null ? ['nats', '127.0.0.1'] : ['tls', tls.host]
  let child: ChildProcess | null = null
  const start = async (): Promise<void> => {
    child = spawn(program, ['-c', config], { stdio: 'ignore' })
    await answers(port)
  }
  const kill = async (): Promise<void> => {
    const dying = child
    child = null
    if (dying === null) return
    const ended = new Promise((resolve) => dying.once('exit', resolve))
    dying.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    urlOf: (user) => `${scheme}://${user}:bus@${host}:${port}`,
    bareUrl: `${scheme}://${host}:${port}`,
    start,
    kill,
    remove: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<void> {
  for (const since = performance.now(); performance.now() - since < startMax;) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  throw new Error('the bus does not answer')
}
