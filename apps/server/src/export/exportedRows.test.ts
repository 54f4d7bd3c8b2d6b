import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packSources } from '@truemark/core/market/sources'
import { type Receipt, readReceiptRow, receipt } from '@truemark/protocol/evidence/receipt'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { must } from '../invest/testing/saver.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { checkReceipts } from '../transparency/receiptsCheck.ts'
import { drawSeconds } from './drawnSeconds.ts'
import { exportedRows } from './exportedRows.ts'
import { files } from './layout.ts'
import { writeExport } from './write.ts'

const folder = mkdtempSync(join(tmpdir(), 'truemark-receipts-'))
const whole = join(folder, 'whole')
const build = { commit: null, changed: true, web: null, desk: null, server: null }
const stamp = Math.floor(Date.now() / 1_000) * 1_000 + 20_000
let server: LiveServer
let early: Receipt
let late: Receipt

beforeAll(async () => {
  server = await startLiveServer()
  await server.tick(1_000_000)
  const token = await derivativeDemo(server)
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9000', quantity: '0.01' } as const
  const given = async (): Promise<Receipt> => {
    const answer = await (await server.raw(spotRoutes.spotOrderPlace, { token, key: keyNow(), body })).json()
    return z.parse(z.object({ receipt }), answer).receipt
  }
  early = await given()
  await recordLive(server)
  const { database, keys } = server
  await writeExport({ database, signing: keys.signing, folder: whole, build, now: Date.now() })
  late = await given()
}, 120_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.stop()
})

/** Records a live second in which three sources named a price. */
async function recordLive(to: LiveServer): Promise<void> {
  const one = 10n ** 12n
  const top = (source: string) => {
    return { source, quote: 'USDT' as const, bid: 10_000n * one, ask: 10_001n * one, heard: stamp - 100 }
  }
  const venues: string[] = []
  const samples = [packSources(0, { tops: ['binance', 'okx', 'kraken'].map(top), rate: null }, stamp, venues)]
  const sample = { listing: 0, indexTenths: 1_000_050, sources: 3, fresh: true }
  await must(to, { type: 'sampleIndex', stamp, kind: 'live', samples: [sample] })
  await must(to, { type: 'sampleSources', stamp, kind: 'live', venues, samples })
}

async function checked(name: string, receipts: readonly Receipt[]): Promise<{ code: number; said: string[] }> {
  const said: string[] = []
  const { signing } = server.keys
  const file = { version: 1, key: signing.key('receipts').publicHex, rotations: signing.rotations, receipts }
  const read = (seqs: ReadonlySet<number>) => exportedRows(join(folder, name), seqs)
  const own = { key: null, keysFile: null }
  const code = await checkReceipts(read, JSON.stringify(file), own, (one) => said.push(one))
  return { code, said }
}

it('bears receipts out without the database, and says which is of a row that it does not have', async () => {
  expect(await checked('whole', [early])).toMatchObject({ code: 0 })
  const { code, said } = await checked('whole', [early, late])
  expect(code).toBe(1)
  expect(said[0]).toContain(`in row ${readReceiptRow(late.row)?.seq} for ${late.account}: the journal does not have`)
  const bent = { ...early, command: early.command.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }
  expect(await checked('whole', [bent])).toMatchObject({ code: 1 })
})

it('bears nothing out where its files are others, or its rows do not follow from each other', async () => {
  cpSync(whole, join(folder, 'cut'), { recursive: true })
  const path = join(folder, 'cut', files.journal)
  truncateSync(path, readFileSync(path).length - 8)
  await expect(checked('cut', [early])).rejects.toThrow('journal.bin is not the file')
  const bytes = readFileSync(join(whole, files.journal))
  cpSync(whole, join(folder, 'bent'), { recursive: true })
  bytes.writeUInt8(bytes.readUInt8(60) ^ 1, 60)
  writeFileSync(join(folder, 'bent', files.journal), bytes)
  await expect(checked('bent', [early])).rejects.toThrow('journal.bin is not the file')
})

it('gives live seconds with what their sources said, and none of an export that does not hold', async () => {
  const seconds = await drawSeconds(whole, 10, Math.random)
  expect(seconds.map(({ symbol, stamp: time, said }) => [symbol, time, said.tops.map(({ source }) => source)])).toEqual(
    [['BTCUSDT', stamp, ['binance', 'okx', 'kraken']]],
  )
  const cut = join(folder, 'cut')
  cpSync(whole, cut, { recursive: true })
  truncateSync(join(cut, files.journal), 100)
  await expect(drawSeconds(cut, 10, Math.random)).rejects.toThrow('journal.bin')
})
