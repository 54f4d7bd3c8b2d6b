import * as z from 'zod/mini'

const answered = z.object({
  result: z.optional(z.unknown()),
  error: z.nullish(z.object({ code: z.int(), message: z.string() })),
})

const patienceMs = 120_000

/** A refusal of a node, with its code. */
export class RpcRefusal extends Error {
  readonly code: number

  constructor(method: string, { code, message }: { readonly code: number; readonly message: string }) {
    super(`${method}: ${message} (${code})`)
    this.code = code
  }
}

/** Calls a method of a node; gives what it answers, in a shape. Throws an RpcRefusal where it refuses. */
export type Rpc = <T>(method: string, params: readonly unknown[], shape: z.ZodMiniType<T>) => Promise<T>

/** Calls a node by JSON-RPC over HTTP; a name and password in the address go into the header. */
export function createRpc(address: string): Rpc {
  const url = new URL(address)
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (url.username !== '') headers['authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`
  url.username = ''
  url.password = ''
  let id = 0
  return async (method, params, shape) => {
    id += 1
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(patienceMs) })
    const text = await response.text()
    if (response.status === 401) throw new Error('the node takes neither name nor password')
    const { result, error } = z.parse(answered, JSON.parse(text))
    if (error !== undefined && error !== null) throw new RpcRefusal(method, error)
    return z.parse(shape, result)
  }
}
