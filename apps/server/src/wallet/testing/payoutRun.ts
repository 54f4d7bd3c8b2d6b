import { randomBytes } from 'node:crypto'
import { type PayoutOutcome, deskPayoutRoutes as payouts } from '@truemark/protocol/routes/deskPayouts'
import { deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { type DeskWithdrawal, deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { walletRoutes as routes } from '@truemark/protocol/routes/wallet'
import { expect } from 'vitest'
import type * as z from 'zod/mini'
import { type ChainPayoutMessage, chainPayouts, chainTaken } from '../../platform/chain/message.ts'
import { chainHeaders, chainKey, signChain } from '../../platform/chain/signature.ts'
import { type LiveServer, startLiveServer } from '../../testing/liveServer.ts'
import { makeOperator } from '../../testing/people.ts'
import type { Verdict } from '../chain/screen.ts'
import type { ChainPort } from '../door.ts'
import { type Person, bringIn, ownTron, person, proof, saveAddress, tron } from './walletRun.ts'

const usdt = 1_000_000n

/** The id of a transaction that nobody named yet. */
export const aTransaction = (): string => randomBytes(32).toString('hex')

/** A withdrawal that its program was handed, and may see. */
export interface Ordered {
  readonly id: string
  readonly payout: number
}

interface Parts {
  readonly secret: string
  readonly network: { readonly network: string; readonly confirmations: number; readonly key: Uint8Array }
  readonly server: LiveServer
  readonly port: ChainPort
  /** Two who decide on money. */
  readonly ada: string
  readonly ben: string
  /** What the screening answers, and what it was asked. */
  readonly screening: { verdict: Verdict; asked: unknown[] }
}

/** Starts a server whose payouts on TRC20 are made by a program, which the test is. */
export async function startPayoutRun(): Promise<PayoutRun> {
  const secret = randomBytes(32).toString('hex')
  const network = { network: 'TRC20', confirmations: 3, key: chainKey(secret, 'TRC20') }
  const bounds = { orderMax: new Map([['TRC20', 500n * usdt]]), dayMax: 100_000n * usdt }
  const screening: Parts['screening'] = { verdict: { screened: 'clear', note: '' }, asked: [] }
  const screen = async (asked: unknown) => {
    screening.asked.push(asked)
    return screening.verdict
  }
  const server = await startLiveServer({ singleOperator: false, chain: [network], payouts: bounds, screen })
  const port = await server.chainPort()
  if (port === null) throw new Error('no port was opened')
  const ada = await makeOperator(server, 'treasurer', 'Ada')
  const ben = await makeOperator(server, 'treasurer', 'Ben')
  const place = { currency: 'USDT', network: 'TRC20', form: 'TRC20', address: tron, reason: 'opening' } as const
  await server.call(desk.deskNetworkPut, { token: ada, body: { ...place, deposit: true, withdraw: true } })
  const run = new PayoutRun({ secret, network, server, port, ada, ben, screening }, await person(server))
  await run.approveAll()
  return run
}

/** What people and the program do. */
export class PayoutRun {
  readonly parts: Parts
  who: Person
  sequence = 0
  #payee = ''

  constructor(parts: Parts, who: Person) {
    this.parts = parts
    this.who = who
  }

  /** Somebody else withdraws from now on, who has brought that in. */
  async somebody(usdtIn = '900'): Promise<void> {
    const { screening, server } = this.parts
    screening.verdict = { screened: 'clear', note: '' }
    screening.asked = []
    this.who = await person(server)
    await bringIn(server, this.who, usdtIn)
    this.#payee = await saveAddress(server, this.who)
  }

  async stop(): Promise<void> {
    await this.parts.port.stop()
    await this.parts.server.stop()
  }

  async approveAll(): Promise<void> {
    const { ben: token, server } = this.parts
    const { items } = await server.ok(proposals.deskProposals, { token })
    for (const { id, digest, state } of items) {
      if (state !== 'open') continue
      const body = { approve: true, digest, reason: 'compared with the chain' }
      await server.call(proposals.deskProposalDecide, { token, params: { id }, body })
    }
  }

  async post(path: string, message: unknown, by: Uint8Array = this.parts.network.key): Promise<Response> {
    const [time, nonce] = [String(Date.now()), randomBytes(16).toString('hex')]
    const body = JSON.stringify(message)
    const headers = {
      [chainHeaders.network]: 'TRC20',
      [chainHeaders.time]: time,
      [chainHeaders.nonce]: nonce,
      [chainHeaders.signature]: signChain(by, { place: path, time, nonce, body }),
    }
    return fetch(`http://127.0.0.1:${this.parts.port.port()}${path}`, { method: 'POST', headers, body })
  }

  async #answered<T>(path: string, message: unknown, shape: z.ZodMiniType<T>): Promise<T> {
    const response = await this.post(path, message)
    expect(response.status).toBe(200)
    return shape.parse(await response.json())
  }

  async orders() {
    return (await this.#answered('/payouts', { after: 0 }, chainPayouts)).payouts
  }

  take(payout: number, { pledge = `input-${payout}`, address = ownTron, amount = '99.9' } = {}) {
    return this.#answered('/payouts/take', { payout, address, amount, pledge, txid: '' }, chainTaken)
  }

  /** Asks for so much USDT and has Ada approve it; gives its public number. */
  async approved(amount = '100'): Promise<string> {
    const { ada, server } = this.parts
    const proven = await proof(server, this.who)
    const body = { currency: 'USDT', amount, method: 'address', payee_id: this.#payee, ...proven }
    const { id } = await server.ok(routes.withdrawalMake, { token: this.who.token, body })
    await server.ok(desk.deskWithdrawalApprove, { token: ada, params: { id }, body: { amount, currency: 'USDT' } })
    return id
  }

  release(id: string, amount = '100') {
    const { ben: token, server } = this.parts
    return server.call(payouts.deskWithdrawalRelease, { token, params: { id }, body: { amount, currency: 'USDT' } })
  }

  async ordered(): Promise<Ordered> {
    const id = await this.approved()
    expect((await this.release(id)).code).toBe(200)
    await this.parts.port.settled()
    return { id, payout: (await this.orders()).at(-1)?.payout ?? 0 }
  }

  said(payout: number, more: Partial<ChainPayoutMessage> = {}): ChainPayoutMessage {
    this.sequence += 1
    const { sequence } = this
    const sent = { sequence, payout, state: 'sent', txid: aTransaction(), address: ownTron, amount: '99.9' } as const
    return { ...sent, memo: '', confirmations: 0, height: null, block: '', reason: '', ...more }
  }

  /** Of what was never sent. */
  unsent(payout: number, reason: ChainPayoutMessage['reason'] = ''): ChainPayoutMessage {
    return this.said(payout, { state: 'unsent', reason, txid: '', address: '', amount: '0' })
  }

  async say(...messages: ChainPayoutMessage[]): Promise<void> {
    expect((await this.post('/payouts/said', { payouts: messages })).status).toBe(200)
  }

  /** Has Ada ask for it, and Ben approve it. */
  async settle(id: string, body: { outcome: PayoutOutcome; transaction_id?: string }): Promise<string | null> {
    const { ada: token, server } = this.parts
    const wanted = { token, params: { id }, body: { ...body, reason: 'seen on two nodes' } }
    const { reason } = await server.call(payouts.deskWithdrawalSettle, wanted)
    await this.approveAll()
    return reason
  }

  async shown(id: string): Promise<DeskWithdrawal | undefined> {
    for (const queue of ['open', 'done']) {
      const wanted = { token: this.parts.ada, query: { queue, limit: '100' } }
      const { items } = await this.parts.server.ok(desk.deskWithdrawals, wanted)
      const found = items.find((one) => one.id === id)
      if (found) return found
    }
    return undefined
  }

  async own(id: string) {
    const { items } = await this.parts.server.ok(routes.withdrawals, { token: this.who.token })
    return items.find((one) => one.id === id)
  }
}
