import encodeQR from 'qr'
import { decodeQR } from 'qr/decode.js'
import { expect, it } from 'vitest'
import { addressInCode } from './readQr.ts'

it.each([
  ['TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r', 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r'],
  [' TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r\n', 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r'],
  ['bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.1', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['solana:HgyXhqapicB8zoyyFQ23oUwwFrBACDyDc7bqUuvnEELM', 'HgyXhqapicB8zoyyFQ23oUwwFrBACDyDc7bqUuvnEELM'],
])('finds the address in what a code says: %j', (text, address) => {
  expect(addressInCode(text)).toBe(address)
})

it('the decoder reads what a wallet would draw', () => {
  const text = 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const rows = encodeQR(text, 'raw', { scale: 4 })
  const width = rows[0]?.length ?? 0
  const data = Uint8ClampedArray.from(rows.flat().flatMap((dark) => (dark ? [0, 0, 0, 255] : [255, 255, 255, 255])))
  expect(decodeQR({ width, height: rows.length, data })).toBe(text)
})
