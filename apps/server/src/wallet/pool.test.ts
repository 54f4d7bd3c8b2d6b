import { randomBytes } from 'node:crypto'
import { canonicalAddress } from '@truemark/payee/address'
import { addressToken } from '@truemark/protocol/routes/content'
import { deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { type Person, ethereum, formOf, person, tron, voucher } from './testing/walletRun.ts'

let server: LiveServer
let ada = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'treasurer', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
  const body = { currency: 'USDT', network: 'ERC20', form: 'ERC20', address: ethereum, reason: 'opening' } as const
  await server.call(desk.deskNetworkPut, { token: ada, body: { ...body, deposit: true, withdraw: true } })
  await approve()
})
afterAll(() => server.stop())

async function approve(): Promise<void> {
  for (const { id, digest } of (await server.ok(proposals.deskProposals, { token: ben })).items) {
    const body = { approve: true, digest, reason: 'compared with the wallet' }
    await server.ok(proposals.deskProposalDecide, { token: ben, params: { id }, body })
  }
}

const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const personal = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const fresh = (): string => canonicalAddress('ERC20', `0x${randomBytes(20).toString('hex')}`)

function add(addresses: readonly string[], network = 'ERC20') {
  const body = { currency: 'USDT', network, addresses: [...addresses], reason: 'derived from the wallet' }
  return server.call(desk.deskAddressesAdd, { token: ada, body })
}

async function shown({ token }: Person) {
  const { address, own, qr } = await server.ok(addressToken, { token, body: { currency: 'USDT', network: 'ERC20' } })
  expect(qr).toBe(address)
  return { address, own }
}

describe('deposit addresses', () => {
  it('are the shared one while none is in store', async () => {
    expect(await shown(await person(server))).toEqual({ address: ethereum, own: false })
  })

  it('are put in store by two people, and each is one person’s for good', async () => {
    const addresses = [fresh(), fresh()]
    expect((await add(addresses)).reason).toBe('approval_pending')
    const [before] = (await server.ok(desk.deskNetworks, { token: ada })).items
    expect(before).toMatchObject({ free: 0, given: 0 })
    await approve()
    const [first, second, third] = [await person(server), await person(server), await person(server)]
    // asked for at once, it is the same one
    const given = await Promise.all([shown(first), shown(first), shown(first)])
    expect(given).toEqual(Array.from({ length: 3 }, () => ({ address: addresses[0], own: true })))
    expect(await shown(second)).toEqual({ address: addresses[1], own: true })
    expect(await shown(third)).toEqual({ address: ethereum, own: false })
    expect(await shown(first)).toEqual({ address: addresses[0], own: true })
    const [after] = (await server.ok(desk.deskNetworks, { token: ada })).items
    expect(after).toMatchObject({ free: 0, given: 2 })
    const found = await server.ok(desk.deskAddresses, { token: ada, query: { search: addresses[1] ?? '' } })
    expect(found.items).toMatchObject([{ address: addresses[1], account: second.email }])
    const change = server.database.query('UPDATE deposit_address SET user_id = NULL, assigned_at = NULL')
    await expect(change).rejects.toThrow('for good')
  })

  it('stand beside the deposit that an operator decides', async () => {
    const address = fresh()
    await add([address])
    await approve()
    const who = await person(server)
    await shown(who)
    const form = formOf({ network: 'ERC20' }, [await voucher()])
    await server.ok(walletRoutes.depositMake, { token: who.token, form })
    const { items } = await server.ok(desk.deskDeposits, { token: ada })
    expect(items.find(({ account }) => account === who.email)).toMatchObject({ own_address: address })
  })

  it('refuse what is none, and what is known', async () => {
    const address = fresh()
    expect((await add([tron])).reason).toBe('withdrawal_address_wrong')
    expect((await add(['0x12'])).reason).toBe('address_erc20_invalid')
    expect((await add([address, address])).reason).toBe('deposit_address_known')
    expect((await add([ethereum])).reason).toBe('deposit_address_known')
    expect((await add([address], 'Polygon')).reason).toBe('network_unknown')
    await add([address])
    await add([address, fresh()])
    await expect(approve()).rejects.toThrow('13131')
  })

  it('are one address however they are written: never two people’s, never the shared one', async () => {
    const address = fresh()
    const isRefused = { reason: 'deposit_address_known' }
    expect(await add([address, `0x${address.slice(2).toUpperCase()}`])).toMatchObject(isRefused)
    expect(await add([ethereum.toLowerCase()])).toMatchObject(isRefused)
    expect(await add([`ethereum:${ethereum}`])).toMatchObject(isRefused)
    const body = { currency: 'BTC', network: 'Bitcoin', form: 'Bitcoin', reason: 'opening' } as const
    const shared = { ...body, address: bitcoin.toUpperCase(), deposit: true, withdraw: true }
    await server.call(desk.deskNetworkPut, { token: ada, body: shared })
    for (const { id, digest } of (await server.ok(proposals.deskProposals, { token: ben })).items) {
      const decision = { approve: true, digest, reason: 'compared with the wallet' }
      await server.call(proposals.deskProposalDecide, { token: ben, params: { id }, body: decision })
    }
    const networks = (await server.ok(desk.deskNetworks, { token: ada })).items
    expect(networks.find(({ currency }) => currency === 'BTC')?.address).toBe(bitcoin)
    const addresses = { currency: 'BTC', network: 'Bitcoin', reason: 'derived from the wallet' }
    const again = await server.call(desk.deskAddressesAdd, { token: ada, body: { ...addresses, addresses: [bitcoin] } })
    expect(again).toMatchObject(isRefused)
    await expect(
      server.database.query(`INSERT INTO deposit_address (currency, network, address)
        VALUES ('USDT', 'ERC20', '${address}'), ('USDT', 'ERC20', '0x${address.slice(2).toUpperCase()}')`),
    ).rejects.toThrow('deposit_address_key')
  })

  it('are none that is a person’s already when a network is set, nor a token’s contract', async () => {
    await server.database.query(
      `INSERT INTO deposit_address (currency, network, address) VALUES ('USDT', 'ERC20', '${personal.toLowerCase()}')`,
    )
    const body = { currency: 'USDT', network: 'ERC20', form: 'ERC20', deposit: true, withdraw: true } as const
    const put = (address: string) =>
      server.call(desk.deskNetworkPut, { token: ada, body: { ...body, address, reason: 'another wallet' } })
    expect((await put(personal)).reason).toBe('deposit_address_known')
    expect((await put('0xdAC17F958D2ee523a2206206994597C13D831ec7')).reason).toBe('payee_lost')
  })
})
