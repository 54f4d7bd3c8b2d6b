import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import * as z from 'zod/mini'
import { jsonOf } from '@truemark/protocol/jsonOf'
import { findNetworks } from '../networks.store.ts'
import { findWatched } from '../pool.store.ts'
import { type ChainPath, chainMessages, sequenceJumpMax } from '../../platform/chain/message.ts'
import { lastSequence } from './payments.store.ts'
import type { ChainHeard, ChainNetwork, WalletPorts } from '../ports.ts'
import { Nonces, chainHeaders, isSigned, signChain, timeBoundMs } from '../../platform/chain/signature.ts'
import { ordersAfter, takePayout, takeSaid } from '../payout/messages.ts'
import { Sequences } from './sequences.ts'
import { takePayments } from './take.ts'

const chainPaths = ['/payments', '/addresses', '/alive', '/payouts', '/payouts/take', '/payouts/said'] as const
const bodyMax = 262_144
const headersTimeoutMs = 10_000
const watchedMax = 500

/** What is known of the adapter of a network. */
export interface AdapterState {
  readonly network: string
  /** When it said last that it lives, in ms; null since the start of the server. */
  readonly heard: number | null
  /** The height of its network's last block. */
  readonly height: number | null
  /** What its wallet lacks for what it was handed. */
  readonly short: ChainHeard['short']
}

export interface ChainPort {
  readonly server: Server
  readonly adapters: () => readonly AdapterState[]
}

export interface ChainPortOptions {
  readonly onError: (error: unknown) => void
  /** Called after payments were taken whose screening is still to be asked for. */
  readonly taken: () => void
}

interface Answer {
  readonly status: number
  readonly body: string
}

const refusal = (status: number, error: string): Answer => ({ status, body: JSON.stringify({ error }) })

/**
 * The port of custodians and nodes beside the server: signed messages of each network's own key, none taken twice within
 * the bound of time, and each of them such that a repetition changes nothing.
 */
export function createChainPort(ports: WalletPorts, { onError, taken }: ChainPortOptions): ChainPort {
  const nonces = new Nonces()
  const sequences = new Sequences(ports)
  const answer = async (request: IncomingMessage, path: ChainPath, body: Buffer): Promise<Answer> => {
    const chain = signerOf(ports, nonces, request, path, body)
    if (chain === null) return refusal(401, 'not signed by a network of this server, too late, or sent before')
    const parsed = z.safeParse(chainMessages[path], jsonOf(body.toString('utf8')))
    if (!parsed.success) return refusal(400, 'the message has not the shape that its path names')
    const given = await handle({ ...ports, sequences }, chain, path, parsed.data)
    if (path === '/payments' && ports.screen !== null) taken()
    return given
  }
  const server = createServer(
    { headersTimeout: headersTimeoutMs, requestTimeout: headersTimeoutMs },
    (request, response) => {
      void respond(ports, request, response, answer).catch((error: unknown) => {
        onError(error)
        response.destroy()
      })
    },
  )
  return {
    server,
    adapters: () =>
      ports.chain.map(({ network }) => {
        const last = ports.chainHeard.get(network)
        return { network, heard: last?.time ?? null, height: last?.height ?? null, short: last?.short ?? [] }
      }),
  }
}

function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** The network whose key signed a message that is neither old nor sent before; null where there is none. */
function signerOf(
  { chain: networks, now }: WalletPorts,
  nonces: Nonces,
  request: IncomingMessage,
  path: string,
  body: Buffer,
): ChainNetwork | null {
  const chain = networks.find(({ network }) => network === headerOf(request, chainHeaders.network))
  const time = headerOf(request, chainHeaders.time)
  const nonce = headerOf(request, chainHeaders.nonce)
  if (chain === undefined || !/^[0-9]{13}$/.test(time) || !/^[0-9a-f]{32}$/.test(nonce)) return null
  if (!isSigned(chain.key, { place: path, time, nonce, body }, headerOf(request, chainHeaders.signature))) return null
  // after the signature: nobody else fills the memory of nonces
  if (Math.abs(now() - Number(time)) > timeBoundMs || !nonces.take(`${chain.network} ${nonce}`, now())) return null
  return chain
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    const bytes = Buffer.from(part)
    size += bytes.length
    if (size > bodyMax) return null
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}

async function respond(
  ports: WalletPorts,
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: IncomingMessage, path: ChainPath, body: Buffer) => Promise<Answer>,
): Promise<void> {
  const path = pathOf(request)
  const body = path === null ? null : await bodyOf(request)
  const given =
    path === null
      ? refusal(404, 'no message of adapters')
      : body === null
        ? refusal(413, `a message has at most ${bodyMax} bytes`)
        : await answer(request, path, body)
  const chain = ports.chain.find(({ network }) => network === headerOf(request, chainHeaders.network))
  const time = headerOf(request, chainHeaders.time)
  const nonce = headerOf(request, chainHeaders.nonce)
  const signed =
    chain === undefined || given.status === 401
      ? {}
      : {
          [chainHeaders.signature]: signChain(chain.key, {
            place: String(given.status),
            time,
            nonce,
            body: given.body,
          }),
        }
  response.writeHead(given.status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...signed })
  response.end(given.body)
}

function pathOf({ method, url }: IncomingMessage): ChainPath | null {
  if (method !== 'POST') return null
  return chainPaths.find((path) => path === url) ?? null
}

const tooFar = refusal(400, `a number is at most ${sequenceJumpMax} beyond the greatest that was taken`)

async function handle(
  ports: WalletPorts & { readonly sequences: Sequences },
  chain: ChainNetwork,
  path: ChainPath,
  message: unknown,
): Promise<Answer> {
  if (path === '/alive') {
    const { height, short } = z.parse(chainMessages[path], message)
    ports.chainHeard.set(chain.network, { time: ports.now(), height, short })
    return { status: 200, body: '{}' }
  }
  if (path === '/payouts') {
    const { after } = z.parse(chainMessages[path], message)
    return { status: 200, body: JSON.stringify(await ordersAfter(ports, chain, after)) }
  }
  if (path === '/payouts/take') {
    const taken = await takePayout(ports, chain, z.parse(chainMessages[path], message))
    return { status: 200, body: JSON.stringify(taken) }
  }
  if (path === '/payouts/said') {
    const { payouts } = z.parse(chainMessages[path], message)
    if (!(await ports.sequences.take('payouts', chain.network, payouts))) return tooFar
    await takeSaid(ports, chain, payouts)
    return { status: 200, body: '{}' }
  }
  if (path === '/payments') {
    const { payments } = z.parse(chainMessages[path], message)
    if (!(await ports.sequences.take('payments', chain.network, payments))) return tooFar
    await takePayments(ports, chain, payments)
    return { status: 200, body: '{}' }
  }
  const { after } = z.parse(chainMessages[path], message)
  return { status: 200, body: JSON.stringify(await watched(ports, chain, after)) }
}

// the store's addresses from a number on; those that everybody is shown, with the first of them
async function watched({ database }: WalletPorts, { network }: ChainNetwork, after: number) {
  const own = await findWatched(database, { network, after, limit: watchedMax })
  const shared =
    after > 0 ? [] : (await findNetworks(database)).filter((one) => one.network === network && one.address !== '')
  const addresses = [...shared, ...own].map(({ currency, address }) => ({ currency, address }))
  const sequence = after > 0 ? 0 : await lastSequence(database, network)
  return { addresses, sequence, next: own.at(-1)?.id ?? after, more: own.length === watchedMax }
}
