import { canonicalAddress, sameHolder } from '@truemark/payee/address'
import { payeeRoutes as payees } from '@truemark/protocol/routes/payees'
import { walletRoutes as routes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import {
  bringIn,
  ethereum,
  openWallet,
  ownEthereum,
  person,
  proof,
  saveAddress,
  tron,
  usdtOf,
} from './testing/walletRun.ts'

let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
  await openWallet(server)
})
afterAll(() => server.stop())

describe('an address', () => {
  it('FC-94 from which nothing comes back is refused, and so is one of the platform itself', async () => {
    const who = await person(server)
    const { token } = who
    const given = canonicalAddress('ERC20', `0x${'5b'.repeat(19)}01`)
    await server.database.query('INSERT INTO deposit_address (currency, network, address) VALUES ($1, $2, $3)', [
      'USDT',
      'ERC20',
      given,
    ])
    const proved = await proof(server, who)
    const reasonOf = async (network: string, address: string) =>
      (await server.call(payees.addressAdd, { token, body: { currency: 'USDT', network, address, ...proved } })).reason
    expect(await reasonOf('TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('payee_lost')
    expect(await reasonOf('ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7')).toBe('payee_lost')
    expect(await reasonOf('ERC20', '0x000000000000000000000000000000000000dEaD')).toBe('payee_lost')
    expect(await reasonOf('Solana', '11111111111111111111111111111111')).toBe('payee_lost')
    expect(await reasonOf('ERC20', ethereum.toLowerCase())).toBe('payee_own')
    expect(await reasonOf('TRC20', tron)).toBe('payee_own')
    expect(await reasonOf('ERC20', given.toLowerCase())).toBe('payee_own')
    // of the key of a shared one, as another network or form writes it
    expect(await reasonOf('ERC20', sameHolder('TRC20', tron)[1] ?? '')).toBe('payee_own')
    expect(await reasonOf('TRC20', sameHolder('ERC20', ethereum)[1] ?? '')).toBe('payee_own')
    expect(await reasonOf('ERC20', `ethereum:${ownEthereum}@137`)).toBe('address_erc20_invalid')
    expect(await reasonOf('Solana', '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1')).toBe('payee_lost')
    // the code was spent on none of them
    const body = { currency: 'USDT', network: 'ERC20', address: ownEthereum, ...proved }
    expect((await server.call(payees.addressAdd, { token, body })).code).toBe(200)
  })

  it('FC-94 that was saved before it was known as lost or ours is not paid to', async () => {
    for (const [address, reason] of [
      ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'payee_lost'],
      [tron, 'payee_own'],
    ] as const) {
      const who = await person(server)
      await bringIn(server, who, '500')
      const payee_id = await saveAddress(server, who)
      await server.database.query(
        `UPDATE wallet_address SET address = $2 WHERE user_id = (SELECT id FROM app_user WHERE email = $1)`,
        [who.email, address],
      )
      const wanted = { currency: 'USDT', amount: '100', method: 'address', payee_id } as const
      const body = { ...wanted, ...(await proof(server, who)) }
      expect((await server.call(routes.withdrawalMake, { token: who.token, body })).reason).toBe(reason)
      expect(await usdtOf(server, who)).toEqual(['500', '0'])
    }
  })

  it('FC-96 is taken with what copying brings along, and kept as one', async () => {
    const who = await person(server)
    const { token } = who
    const own = { currency: 'USDT', network: 'ERC20' }
    const groups = ownEthereum.replace(/.{4}/g, '$& ')
    const body = { ...own, address: `\u200B${groups}\r\n`, ...(await proof(server, who)) }
    expect((await server.ok(payees.addressAdd, { token, body })).address).toBe(ownEthereum)
    const again = { ...own, address: ownEthereum.toLowerCase(), ...(await proof(server, who)) }
    expect((await server.call(payees.addressAdd, { token, body: again })).reason).toBe('payee_exists')
    await expect(
      server.database.query(
        `INSERT INTO wallet_address (user_id, currency, network, address, label)
         SELECT user_id, currency, network, lower(address), '' FROM wallet_address WHERE address = $1`,
        [ownEthereum],
      ),
    ).rejects.toThrow('wallet_address_own')
  })
})

describe('a bank card', () => {
  it('FC-99 bears no mark that turns its name, and FC-96 its codes are taken as they were copied', async () => {
    const who = await person(server)
    const { token } = who
    const card = {
      payee_name: 'Mei Lan',
      payee_address: '1 Rue de Lyon',
      bank_type: 'savings',
      bank_name: 'First Bank',
      account_number: '\u202ADE89 3704 0044\r\n0532 0130 00\u202C',
      bank_address: '2 Rue de Lyon',
      bank_country: 'FR',
      international_code: 'DEUT DE\nFF\u200B',
      aba_routing_number: '',
      ...(await proof(server, who)),
    } as const
    for (const turned of [{ payee_name: 'Mei \u202EnaL' }, { bank_name: 'First \u202EknaB' }]) {
      expect((await server.call(payees.cardAdd, { token, body: { ...card, ...turned } })).code).toBe(550)
    }
    const saved = await server.ok(payees.cardAdd, { token, body: card })
    expect(saved.account_number).toBe('DE89 3704 0044 0532 0130 00')
    expect(saved.international_code).toBe('DEUTDEFF')
  })
})
