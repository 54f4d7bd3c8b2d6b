import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { judgeAddress } from './address.ts'
import { addressForms, type AddressForm } from './addressForm.ts'
import { isAccountNumber, isBic, isIban, isRoutingNumber } from './bank.ts'

const vectors = new URL('../../../shared/data/vectors/', import.meta.url)
const isThere = existsSync(vectors)

const cases = z.array(
  z.object({ input: z.string(), valid: z.union([z.boolean(), z.string()]), network: z.optional(z.string()) }),
)

function read(file: string, list: string): z.infer<typeof cases> {
  if (!isThere) return []
  const content: unknown = JSON.parse(readFileSync(new URL(file, vectors), 'utf8'))
  return z.parse(cases, z.parse(z.record(z.string(), z.unknown()), content)[list])
}

const ok = (form: AddressForm, text: string): boolean => judgeAddress(form, text) === 'right'

describe.runIf(isThere)('the vectors of addresses', () => {
  it.each([
    ['bitcoin', 'Bitcoin', 68],
    ['ethereum', 'ERC20', 33],
    ['tron', 'TRC20', 10],
    ['solana', 'Solana', 16],
  ] as const)('of %s have their verdict, those of a testnet refused', (list, form, count) => {
    const found = read('addresses.json', list)
    expect(found).toHaveLength(count)
    // a vector may be marked valid on a testnet, where no money of ours goes
    const wrong = found.filter(
      ({ input, valid, network }) => ok(form, input) !== (valid === true && network !== 'test'),
    )
    expect(wrong).toEqual([])
  })

  it('tell networks apart, white space around them aside', () => {
    const found = read('addresses.json', 'cross_network_form_checks')
    expect(found).toHaveLength(12)
    for (const { input, valid, network } of found) {
      const form = addressForms.find((one) => one === network)
      expect(form).toBeDefined()
      if (form) expect([input, ok(form, input)]).toEqual([input, valid !== false])
    }
  })
})

describe.runIf(isThere)('the vectors of banks', () => {
  it.each([
    ['iban', isIban, 83],
    ['bic', isBic, 25],
    ['aba', isRoutingNumber, 20],
  ] as const)('of %s have their verdict', (list, check, count) => {
    const found = read('bank.json', list)
    expect(found).toHaveLength(count)
    // an empty code is left out, which is for the form to judge
    const wrong = found.filter(({ input, valid }) => input !== '' && check(input) !== (valid === true))
    // the source judges the spaces of a printed IBAN, which a form takes away
    if (list === 'iban') expect(wrong.splice(0).map(({ input }) => input)).toEqual(['IQ98 NBIQ 8501 2345 6789 012'])
    expect(wrong).toEqual([])
  })
})

describe('an address', () => {
  const tron = 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r'
  const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

  it('of another network is told from one that is none', () => {
    expect(judgeAddress('TRC20', ` ${tron}\n`)).toBe('right')
    expect(judgeAddress('TRC20', ethereum)).toBe('other_network')
    expect(judgeAddress('ERC20', tron)).toBe('other_network')
    expect(judgeAddress('ERC20', ethereum.replace('aA', 'Aa'))).toBe('wrong')
    expect(judgeAddress('Solana', '')).toBe('wrong')
    expect(judgeAddress('Bitcoin', 'x'.repeat(100_000))).toBe('wrong')
  })

  it('with one letter changed is never right', () => {
    for (let at = 0; at < tron.length; at += 1) {
      const other = tron.charAt(at) === '2' ? '3' : '2'
      expect(judgeAddress('TRC20', tron.slice(0, at) + other + tron.slice(at + 1))).not.toBe('right')
    }
  })
})

describe('an account number', () => {
  it('that looks like an IBAN must be one', () => {
    expect(isAccountNumber('DE89 3704 0044 0532 0130 00')).toBe(true)
    expect(isAccountNumber('DE88 3704 0044 0532 0130 00')).toBe(false)
    expect(isAccountNumber('0012-345678')).toBe(true)
    expect(isAccountNumber('<script>')).toBe(false)
    expect(isAccountNumber('123')).toBe(false)
  })
})
