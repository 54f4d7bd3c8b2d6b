import { accountRoutes } from '@truemark/protocol/routes/account'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { keyNow } from './keys.ts'
import type { LiveServer } from './liveServer.ts'

/** A fresh demo with the given USDT in its contract account; gives the token. */
export async function derivativeDemo(server: LiveServer, amount = '20000'): Promise<string> {
  const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
  const body = { from: 'coin', to: 'contract', amount }
  await server.ok(accountRoutes.transferMake, { token, body, key: keyNow() })
  return token
}

/** What a token's contract account holds of USDT: available and frozen. */
export async function contractAccount(server: LiveServer, token: string): Promise<[string, string]> {
  const { balances } = await server.ok(accountRoutes.accountOne, { token, params: { kind: 'contract' } })
  const usdt = balances.find(({ currency }) => currency === 'USDT')
  return [usdt?.available ?? '0', usdt?.frozen ?? '0']
}

/** The categories of the contract account's lines with their amounts, newest first. */
export async function contractLines(server: LiveServer, token: string): Promise<string[]> {
  const { items } = await server.ok(accountRoutes.records, { token, query: { type: 'contract', limit: '100' } })
  return items.map(({ category, amount, to, from }) => `${category} ${amount} ${from}→${to}`)
}
