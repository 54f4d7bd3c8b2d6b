import { expect, it } from 'vitest'
import { headBlock, readHeads } from './headMail.ts'

const key = 'ab'.repeat(32)
const line = {
  statement: JSON.stringify({ version: 1, statement: 'heads', time: 1_796_000_000_000, journal: { seq: 4711 } }),
  signature: 'cd'.repeat(64),
}
const block = headBlock(line, key)
const found = [{ ...line, key }]

it('is read back out of a mail as it was sent, copied, quoted, indented or broken anew', () => {
  expect(readHeads(`Hello,\n\n${block}\n\nFooter`)).toEqual(found)
  expect(readHeads(block.replaceAll('\n', '\r\n'))).toEqual(found)
  expect(readHeads(block.replaceAll(/^/gm, '> > '))).toEqual(found)
  expect(readHeads(block.replaceAll(/^/gm, '    '))).toEqual(found)
  expect(readHeads(block.replaceAll('"', '"=\r\n'))).toEqual(found)
})

it('reads the lines of a file for witnesses, which name no key, and passes by what is none', () => {
  const lines = ['{"statement":"x', JSON.stringify(line), '{}', JSON.stringify(line)].join('\n')
  expect(readHeads(lines)).toEqual([{ ...line, key: null }])
  expect(readHeads('')).toEqual([])
  expect(readHeads(block.slice(0, -40))).toEqual([])
})

it('keeps each line of a mail short enough that no mail program breaks it', () => {
  for (const one of block.split('\n')) expect(one.length).toBeLessThan(76)
})
