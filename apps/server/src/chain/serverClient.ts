import { randomBytes } from 'node:crypto'
import type * as z from 'zod/mini'
import { type ChainPath, type chainMessages } from '../platform/chain/message.ts'
import { chainHeaders, isSigned, signChain } from '../platform/chain/signature.ts'

export interface ServerClientOptions {
  /** Where the server's port is, such as http://127.0.0.1:8090. */
  readonly url: string
  readonly network: string
  readonly key: Uint8Array
}

/** Says something to the server; gives its answer, which its key has signed. Throws where it was not taken. */
export type Tell = <P extends ChainPath>(path: P, message: z.input<(typeof chainMessages)[P]>) => Promise<unknown>

const patienceMs = 30_000

/** Calls the server's port in the name of a network. */
export function createServerClient({ url, network, key }: ServerClientOptions): Tell {
  return async (path, message) => {
    const time = String(Date.now())
    const nonce = randomBytes(16).toString('hex')
    const body = JSON.stringify(message)
    const headers = {
      'content-type': 'application/json',
      [chainHeaders.network]: network,
      [chainHeaders.time]: time,
      [chainHeaders.nonce]: nonce,
      [chainHeaders.signature]: signChain(key, { place: path, time, nonce, body }),
    }
    const signal = AbortSignal.timeout(patienceMs)
    const response = await fetch(new URL(path, url), { method: 'POST', headers, body, signal })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`the server answered ${response.status}: ${text.slice(0, 200)}`)
    const signature = response.headers.get(chainHeaders.signature) ?? ''
    if (!isSigned(key, { place: '200', time, nonce, body: text }, signature)) {
      throw new Error('the answer is not signed by the server')
    }
    return JSON.parse(text)
  }
}
