import { symbols } from '@truemark/protocol/routes/market'
import { realNameSubmit } from '@truemark/protocol/routes/verification'
import { decimal } from '@truemark/protocol/values'
import { expect, it } from 'vitest'
import { outlineOf, splitImport } from './laterShapes.ts'

const named = (imported: string, local = imported) => ({ imported, local })

it('takes routes and plain values from outlines, and shapes and code from their module', () => {
  const exports = { symbols, decimal, intervals: ['1m'], read: () => null, none: undefined }
  const names = [named('symbols', 'symbolsRoute'), named('intervals'), named('decimal'), named('read', 'readIt')]
  expect(splitImport(names, exports, '@truemark/protocol/routes/market')).toBe(
    [
      "import { symbols as symbolsRoute } from '@truemark/protocol/routes/market?outline=symbols';",
      "import { intervals as intervals } from '@truemark/protocol/routes/market?outline=intervals';",
      "import { decimal as decimal, read as readIt } from '@truemark/protocol/routes/market';",
    ].join(''),
  )
})

it('writes of a route what is needed to send a call, and how the rest of it comes', () => {
  expect(outlineOf('/m.ts', 'symbols', symbols)).toBe(
    'export const symbols = { method: "GET", path: "/api/v3/datafeed/symbols", ' +
      'whole: async () => (await import("/m.ts")).symbols }',
  )
  expect(outlineOf('/m.ts', 'sent', realNameSubmit)).toContain(`files: ${JSON.stringify(realNameSubmit.files)}`)
})

it('writes a plain value as it is', () => {
  expect(outlineOf('/m.ts', 'intervals', ['1m', { a: 1 }])).toBe('export const intervals = ["1m",{"a":1}]')
})
