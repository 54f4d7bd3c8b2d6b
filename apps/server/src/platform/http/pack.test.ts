import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { packText } from './pack.ts'

const candles = JSON.stringify(
  Array.from({ length: 500 }, (_, at) => ({
    time: 1_700_000_000_000 + at * 60_000,
    open: `${60_000 + at}.5`,
    volume: '1',
  })),
)

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
])('packs for who accepts %s', async (accepted, encoding) => {
  const packed = await packText(candles, accepted)
  expect(packed?.encoding).toBe(encoding)
  const bytes = packed?.bytes ?? Buffer.alloc(0)
  expect((encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString()).toBe(candles)
  expect(bytes.length).toBeLessThan(candles.length / 5)
})

it.each([undefined, '', 'identity', 'deflate', 'br;q=0, gzip;q=0', 'identity;q=1, gzip;q=0.5', '\u0000;;;'])(
  'leaves a text as it is for who accepts %j',
  async (accepted) => {
    expect(await packText(candles, accepted)).toBeNull()
  },
)

it('leaves a short one as it is', async () => {
  expect(await packText('{"code":200}', 'br')).toBeNull()
})
