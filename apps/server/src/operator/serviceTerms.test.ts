import { deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { payeeRoutes } from '@truemark/protocol/routes/payees'
import { serviceTermsRoutes as routes } from '@truemark/protocol/routes/serviceTerms'
import { verificationRoutes } from '@truemark/protocol/routes/verification'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { type Person, bringIn, person, proof } from '../wallet/testing/walletRun.ts'

let server: LiveServer
let ada = ''
let ben = ''
let who: Person

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'treasurer', 'Ada')
  ben = await makeOperator(server, 'administrator', 'Ben')
  who = await person(server)
  await bringIn(server, who, '900')
})
afterAll(async () => {
  expect(await server.engine.imbalance()).toEqual([])
  await server.stop()
})

const change = (card_currencies: string[], identity_hours: number) =>
  server.call(routes.deskServiceTermsChange, {
    token: ada,
    body: { card_currencies, identity_hours, reason: 'the bank' },
  })

async function approve(): Promise<void> {
  const { items } = await server.ok(proposals.deskProposals, { token: ben })
  const found = items.find(({ state }) => state === 'open')
  const body = { approve: true, digest: found?.digest ?? '', reason: 'agreed' }
  await server.ok(proposals.deskProposalDecide, { token: ben, params: { id: found?.id ?? '' }, body })
}

const shown = async () => {
  const { token } = who
  const { card_withdrawals: cards } = await server.ok(walletRoutes.walletNetworks, { token })
  const { review_hours: hours } = await server.ok(verificationRoutes.realNameRead, { token })
  return { cards, hours }
}

it('holds for everyone once a second person approves it, with its history', async () => {
  expect(await shown()).toEqual({ cards: ['USDT'], hours: { min: 1, max: 24 } })
  expect((await change(['NONE'], 24)).reason).toBe('currency_unknown')
  expect((await change(['USDT', 'USDT'], 24)).reason).toBe('field_malformed')
  expect((await change(['USDT'], 169)).reason).toBe('field_malformed')
  expect((await change(['BTC'], 48)).reason).toBe('approval_pending')
  expect(await shown()).toEqual({ cards: ['USDT'], hours: { min: 1, max: 24 } })
  await approve()
  expect(await shown()).toEqual({ cards: ['BTC'], hours: { min: 1, max: 48 } })
  expect(await server.ok(routes.deskServiceTerms, { token: ben })).toMatchObject({
    card_currencies: ['BTC'],
    identity_hours: 48,
    changes: [
      {
        role: 'administrator',
        figures: expect.arrayContaining([
          { name: 'card_currencies', before: 'USDT', after: 'BTC' },
          { name: 'identity_hours', before: '24', after: '48' },
        ]),
      },
    ],
  })
})

it('what is not paid to cards is not withdrawn to one', async () => {
  const card = {
    payee_name: 'Ines',
    payee_address: 'Rua 1',
    bank_type: 'savings',
    bank_name: 'Banco',
    account_number: 'PT50000201231234567890154',
    bank_address: 'Rua 2',
    bank_country: 'PT',
    international_code: 'CGDIPTPL',
  }
  const { token } = who
  const { id } = await server.ok(payeeRoutes.cardAdd, { token, body: { ...card, ...(await proof(server, who)) } })
  const wanted = { currency: 'USDT', amount: '100', method: 'card', payee_id: id } as const
  const ask = async () =>
    server.call(walletRoutes.withdrawalMake, { token, body: { ...wanted, ...(await proof(server, who)) } })
  expect((await ask()).reason).toBe('withdrawal_failed')
  await change(['USDT', 'BTC'], 48)
  await approve()
  expect((await ask()).code).toBe(200)
})
