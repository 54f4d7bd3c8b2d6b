import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { createServerClient } from '../../apps/server/src/chain/door.ts'
import { chainKey } from '../../apps/server/src/platform/chain/signature.ts'
import { startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { personPassword } from '../../apps/server/src/testing/people.ts'
import {
  bringIn,
  openWallet,
  ownTron,
  person,
  proof,
  saveAddress,
} from '../../apps/server/src/wallet/testing/walletRun.ts'
import { rowOf, setUp } from './deskStage.ts'
import { phone } from './stage.ts'

const appsFolder = process.env['APPS_FOLDER'] ?? join(import.meta.dirname, '../../apps')
const stepsMax = 180_000

/** The built apps on a server whose network TRC20 has a program that pays, which is the test itself. */
async function begin() {
  const network = { network: 'TRC20', confirmations: 3, key: chainKey(randomBytes(32).toString('hex'), 'TRC20') }
  const bounds = { orderMax: new Map([['TRC20', 500_000_000n]]), dayMax: 10_000_000_000n }
  const live = await startLiveServer({ appsFolder, chain: [network], payouts: bounds })
  const port = await live.chainPort()
  if (port === null) throw new Error('no port was opened')
  const { treasurer } = await openWallet(live)
  const who = await person(live)
  await bringIn(live, who, '900')
  const payee = await saveAddress(live, who)
  const asked = { currency: 'USDT', amount: '100', method: 'address', payee_id: payee, ...(await proof(live, who)) }
  const { id } = await live.ok(walletRoutes.withdrawalMake, { token: who.token, body: asked })
  const body = { amount: '100', currency: 'USDT' }
  await live.ok(desk.deskWithdrawalApprove, { token: treasurer, params: { id }, body })
  const answer = await live.ok(identityRoutes.login, { body: { account: who.email, password: personPassword } })
  const tell = createServerClient({ url: `http://127.0.0.1:${port.port()}`, ...network })
  const stop = async (): Promise<void> => {
    await port.stop()
    await live.stop()
  }
  return { answer, live, origin: `http://127.0.0.1:${live.port}`, stop, tell, who }
}

test('an operator hands a withdrawal to the machine, and its owner sees it on its way until it is paid', async ({
  browser,
}) => {
  test.setTimeout(stepsMax)
  const { answer, live, origin, stop, tell, who } = await begin()
  const office = await browser.newContext({ viewport: { width: 1_440, height: 900 }, baseURL: origin })
  const page = await office.newPage()
  await setUp(page, { database: () => live.database }, 'Machine')
  await page.goto('/desk/#/withdrawals')
  await expect(page.getByRole('heading', { name: 'Payouts by machine' })).toBeVisible()
  await (await rowOf(page, who.email)).getByRole('button').first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Amount, typed again').fill('100')
  await sheet.getByLabel('Unit, typed again').fill('USDT')
  await sheet.getByRole('button', { name: 'Hand to the machine' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(await rowOf(page, 'Waits to be sent')).toBeVisible()
  // nothing is taken back without a reason
  await (await rowOf(page, 'Waits to be sent')).getByRole('button').first().click()
  await sheet.getByRole('button', { name: 'Take it back' }).click()
  await expect(sheet.getByText('you can pay or reject it by hand again')).toBeVisible()
  await sheet.getByRole('button', { name: 'Take it back' }).click()
  await expect(sheet.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  const value = JSON.stringify({ state: { mode: 'real', real: answer, demo: null, locale: 'en' }, version: 1 })
  const localStorage = [{ name: 'truemark.session', value }]
  const storageState = { cookies: [], origins: [{ origin, localStorage }] }
  const home = await browser.newContext({ ...phone, baseURL: origin, storageState })
  const own = await home.newPage()
  await own.goto('/withdrawal/withdraw-records')
  await expect(own.getByText('Being paid')).toBeVisible()

  const txid = randomBytes(32).toString('hex')
  let sequence = 0
  const say = (confirmations: number): Promise<unknown> => {
    sequence += 1
    const sent = { sequence, payout: 1, state: 'sent', txid, address: ownTron, amount: '99.9' } as const
    return tell('/payouts/said', { payouts: [{ ...sent, confirmations, height: 9, block: 'b', reason: '' }] })
  }
  await tell('/payouts/take', { payout: 1, address: ownTron, amount: '99.9', pledge: 'input-1', txid })
  await say(1)
  // it is told, and asked for by nobody
  await expect(own.getByText('1 of 3 confirmations')).toBeVisible()
  await expect(own.getByText(txid)).toBeVisible()
  await say(2)
  await expect(own.getByText('2 of 3 confirmations')).toBeVisible()
  await say(3)
  await expect(
    own
      .getByText('Did it arrive?')
      .or(own.getByText('Paid', { exact: true }))
      .first(),
    // the machine's word, its row, the read model and the letter to its owner come one after another
  ).toBeVisible({ timeout: 60_000 })

  await page.getByRole('button', { name: 'Stop payouts' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('a drill')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop payouts' }).click()
  await expect(page.getByRole('button', { name: 'Let them go on' })).toBeVisible()
  await expect(page.getByText(/a drill/)).toBeVisible()
  await home.close()
  await office.close()
  await stop()
})
