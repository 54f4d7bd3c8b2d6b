import encodeQR from 'qr'
import { decodeQR } from 'qr/decode.js'
import { expect, it } from 'vitest'

it('the decoder reads what a wallet would draw', () => {
  const text = 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const rows = encodeQR(text, 'raw', { scale: 4 })
  const width = rows[0]?.length ?? 0
  const data = Uint8ClampedArray.from(rows.flat().flatMap((dark) => (dark ? [0, 0, 0, 255] : [255, 255, 255, 255])))
  expect(decodeQR({ width, height: rows.length, data })).toBe(text)
})
