import { contractRoutes } from '@truemark/protocol/routes/contract'
import { disclosureRoutes as routes } from '@truemark/protocol/routes/disclosure'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { signUp } from '../testing/people.ts'

let server: LiveServer
let token: string

beforeAll(async () => {
  server = await startLiveServer()
  token = await signUp(server, 'first@example.com', '+33612345711')
  const { exchange } = server.engine
  for (const product of ['contract', 'perpetual'] as const) {
    await exchange.command(house, { type: 'switchProduct', country: 'FR', product, on: true })
  }
  const { rows } = await server.database.query<{ real_holder: number }>('SELECT real_holder FROM app_user')
  const holder = Number(rows[0]?.real_holder)
  await exchange.command(house, { type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' })
})
afterAll(() => server.stop())

const lots = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1' } as const
const contract = async (by: string) =>
  (await server.call(contractRoutes.contractOrderPlace, { token: by, key: keyNow(), body: { ...lots, multiple: 10 } }))
    .reason
const perpetual = async (more: object) =>
  (await server.call(perpetualRoutes.perpetualOrderPlace, { token, key: keyNow(), body: { ...lots, ...more } })).reason
const read = async (by: string, lang = 'en') => server.ok(routes.disclosures, { token: by, lang })
const one = async (lang = 'en') => {
  const found = (await read(token, lang)).find(({ product }) => product === 'contract')
  if (found === undefined) throw new Error('contracts have no risks')
  return found
}

it('asks a real account before its first order, keeps what it was shown, and asks once', async () => {
  expect(await contract(token)).toBe('disclosure_due')
  const shown = await one('fre')
  expect(shown).toMatchObject({ due: true, accepted: [], lang: 'fre' })
  const params = { product: 'contract' }
  const body = { version: shown.version, digest: shown.digest }
  // what was shown in another language, or in another version, is not what is understood
  for (const other of [
    { body, lang: 'en' },
    { body: { ...body, version: shown.version + 1 }, lang: 'fre' },
  ]) {
    const refused = await server.call(routes.disclosureAccept, { token, params, ...other })
    expect(refused.reason).toBe('disclosure_changed')
  }
  const accepted = await server.ok(routes.disclosureAccept, { token, params, body, lang: 'fre' })
  const { lines, digest, version } = shown
  expect(accepted).toMatchObject({ due: false, accepted: [{ version, lang: 'fre', digest, lines }] })
  // again, in whichever language: the first one stands
  const english = await one()
  const again = { token, params, body: { version, digest: english.digest } }
  expect((await server.ok(routes.disclosureAccept, again)).accepted).toEqual(accepted.accepted)
  expect(await contract(token)).not.toBe('disclosure_due')
  expect(await perpetual({})).toBe('disclosure_due')
  expect((await read(token)).filter(({ due }) => due).map(({ product }) => product)).toEqual([
    'perpetual',
    'option',
    'mining',
    'invest',
    'ieo',
  ])
})

it('asks nothing of who only reduces, nor of a demo account, which says nothing for the real one', async () => {
  expect(await perpetual({ reduce_only: true })).not.toBe('disclosure_due')
  const { token: demo } = await server.ok(identityRoutes.simulationLogin, { token, body: {} })
  expect(await contract(demo)).not.toBe('disclosure_due')
  const shown = await read(demo)
  expect(shown.some(({ due, accepted }) => due || accepted.length > 0)).toBe(false)
  const params = { product: 'perpetual' }
  const { version, digest } = shown[1] ?? { version: 0, digest: '' }
  const asked = await server.call(routes.disclosureAccept, { token: demo, params, body: { version, digest } })
  expect(asked.reason).toBe('demo_no_security')
  expect(await perpetual({})).toBe('disclosure_due')
})

it('asks again once the version is another', async () => {
  await server.database.query(`UPDATE disclosure_acceptance SET version = 0 + 99 WHERE product = 'contract'`)
  expect((await one()).due).toBe(true)
  expect((await one()).accepted.map(({ version }) => version)).toEqual([99])
})
