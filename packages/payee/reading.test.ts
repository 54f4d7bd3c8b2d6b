import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalAddress, isLostAddress, judgeAddress, sameHolder } from './address.ts'
import { addressForms } from './addressForm.ts'
import { compactCode, isAccountNumber, isBic, isIban } from './bank.ts'
import { isEdwardsPoint, isKoblitzX } from './curve.ts'
import { readAddress } from './readAddress.ts'
import { canonicalTransaction } from './transaction.ts'

const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const tron = 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r'
const solana = 'HgyXhqapicB8zoyyFQ23oUwwFrBACDyDc7bqUuvnEELM'
const groups = (text: string): string => text.replace(/.{4}/g, '$& ')

describe('an address that was copied', () => {
  it.each([
    [`\u200B${ethereum}`, ethereum],
    [`\uFEFF${tron}\u00AD`, tron],
    [`\u202A${tron}\u202C`, tron],
    [` ${tron}\r\n`, tron],
    [`${tron.slice(0, 17)}\r\n\t${tron.slice(17)}`, tron],
    [groups(ethereum), ethereum],
    [`ethereum:${ethereum}`, ethereum],
    [`ethereum:pay-${ethereum}@1?value=2.014e18`, ethereum],
    [`ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${ethereum}&uint256=1e6`, ethereum],
    [`ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7/transfer?uint256=1&address=${ethereum}`, ethereum],
    [`bitcoin:${bitcoin}?amount=0.1&label=x`, bitcoin],
    [`BITCOIN:${bitcoin.toUpperCase()}`, bitcoin.toUpperCase()],
    [`tron:${tron}`, tron],
    [`solana:${solana}?amount=1`, solana],
    [groups(`bitcoin:${bitcoin}`), bitcoin],
    [`solana:${solana}?amount=1&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`, solana],
    [`https://etherscan.io/address/${ethereum}#tokentxns`, ethereum],
    [`https://tronscan.org/#/address/${tron}/transfers`, tron],
    [`https://solscan.io/account/${solana}?cluster=mainnet`, solana],
    [`mempool.space/address/${bitcoin}`, bitcoin],
    [`Address: ${tron}`, tron],
    [`"${tron}".`, tron],
    [`<${ethereum}>`, ethereum],
    [`${String.fromCodePoint(0xff10)}x${ethereum.slice(2)}`, ethereum],
  ])('FC-96 is read as the address that it means: %j', (text, address) => {
    expect(readAddress(text)).toBe(address)
  })

  it.each([
    `ethereum:${ethereum}@137`,
    `ethereum:${ethereum}@10`,
    `ethereum:${ethereum}/approve?address=${ethereum}`,
    `ethereum:${ethereum}@1/transfer?uint256=1`,
    `litecoin:3P14159f73E4gFr7JterCCQh9QjiTjiZrG`,
    `polygon:${ethereum}`,
    `lightning:${bitcoin}`,
    'vitalik.eth',
    'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS',
    `https://etherscan.io/token/${ethereum}?a=${ethereum}`,
    '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    `bitcoin:?lightning=${bitcoin}`,
    ethereum.replace('5', '\u0405'),
    `${ethereum.slice(0, 8)}…${ethereum.slice(-6)}`,
  ])('FC-96 is taken for none where it names another coin or chain, no recipient, or a part: %j', (text) => {
    for (const form of addressForms) expect(judgeAddress(form, text)).toBe('wrong')
  })

  it('FC-96 is right with any invisible marks and blanks anywhere in it', () => {
    const mark = fc.constantFrom(
      '\u200B',
      '\u200D',
      '\uFEFF',
      '\u202E',
      '\u2069',
      '\u061C',
      '\u00AD',
      ' ',
      '\n',
      '\t',
      '\u00A0',
    )
    fc.assert(
      fc.property(fc.nat(ethereum.length), fc.array(mark, { maxLength: 5 }), (at, marks) => {
        const text = ethereum.slice(0, at) + marks.join('') + ethereum.slice(at)
        expect([judgeAddress('ERC20', text), canonicalAddress('ERC20', text)]).toEqual(['right', ethereum])
      }),
    )
  })
})

describe('the canonical form of an address', () => {
  it('is one for each address, however its letters are written', () => {
    for (const text of [ethereum, ethereum.toLowerCase(), `0x${ethereum.slice(2).toUpperCase()}`]) {
      expect(canonicalAddress('ERC20', text)).toBe(ethereum)
    }
    for (const text of [bitcoin, bitcoin.toUpperCase()]) expect(canonicalAddress('Bitcoin', text)).toBe(bitcoin)
    expect(canonicalAddress('TRC20', tron)).toBe(tron)
    expect(canonicalAddress('Solana', solana)).toBe(solana)
    // of two cases it is none, and it is not made one
    expect(judgeAddress('Bitcoin', bitcoin.replace('q', 'Q'))).toBe('wrong')
  })
})

describe('an address from which nothing comes back', () => {
  it.each([
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['TRC20', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
    ['TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['TRC20', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
    ['ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['ERC20', '0xDAC17F958D2EE523A2206206994597C13D831EC7'],
    ['ERC20', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
    ['ERC20', '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'],
    ['ERC20', '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'],
    ['ERC20', '0x6b175474e89094c44da98b954eedeac495271d0f'],
    ['ERC20', '0x0000000000000000000000000000000000000000'],
    ['ERC20', '0x0000000000000000000000000000000000000001'],
    ['ERC20', '0x000000000000000000000000000000000000dEaD'],
    ['ERC20', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
    ['Bitcoin', '1111111111111111111114oLvT2'],
    ['Bitcoin', '1BitcoinEaterAddressDontSendf59kuE'],
    ['Solana', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
    ['Solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['Solana', 'So11111111111111111111111111111111111111112'],
    ['Solana', '11111111111111111111111111111111'],
    ['Solana', '1nc1nerator11111111111111111111111111111111'],
    ['Solana', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
    // the same contracts, as another network writes them
    ['ERC20', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    // of chains whose addresses look the same
    ['ERC20', '0x55d398326f99059fF775485246999027B3197955'],
    ['ERC20', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
    ['ERC20', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    ['ERC20', '0x4200000000000000000000000000000000000006'],
    // made up
    ['ERC20', '0x1234567890123456789012345678901234567890'],
    ['ERC20', '0xdeaDDeADDEaDdeaDdEAddEADDEAdDeadDEADDEaD'],
    ['ERC20', '0xdEAD000000000000000042069420694206942069'],
    ['Bitcoin', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr'],
    ['Bitcoin', '1ChancecoinXXXXXXXXXXXXXXXXXZELUFD'],
    // of witness versions without rules, and of taproot without a key
    ['Bitcoin', 'bc1sw50qgdz25j'],
    ['Bitcoin', 'bc1pfeessrawgf'],
    ['Bitcoin', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'],
    // an account of a program, behind which no key can stand
    ['Solana', '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'],
    ['Solana', 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'],
  ] as const)('FC-94 is told as lost on %s: %s', (form, address) => {
    expect([judgeAddress(form, address), isLostAddress(form, address)]).toEqual(['right', true])
  })

  it('FC-94 is none of a person', () => {
    expect(isLostAddress('ERC20', ethereum)).toBe(false)
    expect(isLostAddress('TRC20', tron)).toBe(false)
    expect(isLostAddress('Bitcoin', bitcoin)).toBe(false)
    expect(isLostAddress('Solana', solana)).toBe(false)
    expect(isLostAddress('Solana', '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM')).toBe(false)
    expect(isLostAddress('Bitcoin', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr')).toBe(false)
    expect(isLostAddress('Bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0')).toBe(false)
    expect(isLostAddress('Bitcoin', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG')).toBe(false)
  })

  it('is none by chance: hashes and keys that are drawn are not refused', () => {
    const drawn = fc.uint8Array({ minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(drawn, (bytes) => {
        fc.pre(new Set(bytes).size > 8)
        expect(isLostAddress('ERC20', `0x${Buffer.from(bytes).toString('hex')}`)).toBe(false)
      }),
    )
    for (let count = 0; count < 20; count += 1) {
      const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
      expect(isEdwardsPoint(Buffer.from(x, 'base64url'))).toBe(true)
      const { x: koblitz = '' } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey.export({
        format: 'jwk',
      })
      expect(isKoblitzX(Buffer.from(koblitz, 'base64url'))).toBe(true)
    }
  })

  it('is told of the holder of a key, whose other texts are known', () => {
    expect(sameHolder('Bitcoin', '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH')).toEqual([
      '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ])
    expect(sameHolder('Bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toEqual([
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
    ])
    const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    expect(sameHolder('TRC20', usdt)).toEqual([usdt, '0xa614f803B6FD780986A42c78Ec9c7f77e6DeD13C'])
    expect(sameHolder('ERC20', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c')[1]).toBe(usdt)
    const [, ethereumUsdt = ''] = sameHolder('ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7')
    expect(isLostAddress('TRC20', ethereumUsdt)).toBe(true)
    expect(sameHolder('Solana', solana)).toEqual([solana])
    expect(sameHolder('Bitcoin', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG')).toHaveLength(1)
  })
})

describe('a bank’s code that was copied', () => {
  it('FC-96 is taken with a line break, blanks and what is invisible', () => {
    expect(isBic('DEUT DE\nFF\u200B')).toBe(true)
    expect(compactCode('deut\u00A0de\r\nff')).toBe('DEUTDEFF')
    expect(isIban('\u202ADE89 3704 0044\n0532 0130 00\u202C')).toBe(true)
    expect(isAccountNumber('DE89 3704 0044\r\n0532 0130 00\uFEFF')).toBe(true)
    expect(isAccountNumber('0012-345\u200B678\n')).toBe(true)
  })
})

describe('a transaction’s id', () => {
  const id = 'ab12cd34'.repeat(8)
  it.each([
    id.toUpperCase(),
    `0x${id}`,
    `0X${id.toUpperCase()}`,
    `https://etherscan.io/tx/0x${id}`,
    `https://tronscan.org/#/transaction/${id.toUpperCase()}?lang=en`,
    `blockchair.com/bitcoin/transaction/${id}#x`,
    `${id}\u200B`,
    `\u202A${id}\u202C`,
    `${id.slice(0, 20)} ${id.slice(20)}`,
    `${id.slice(0, 20)}\r\n${id.slice(20)}`,
    `TXID: ${id}`,
    `txid ${id}`,
    `txid ${groups(id)}`,
    `TXID${id}`,
    `0x${id}-5`,
    `${id}:0`,
    `${id}#0`,
    `0x${id}/`,
    `0x0x${id}`,
    `"${id}".`,
    `\\x${id}`,
    `https%3A%2F%2Fetherscan.io%2Ftx%2F0x${id}`,
    id.replace('a', '\u0430'),
    id.replace('c', '\u0441').replace('1', '\uFF11'),
    (id.match(/.{8}/g) ?? []).join('-'),
  ])('FC-97 is one however it is written: %j', (text) => {
    expect(canonicalTransaction(text)).toBe(id)
    expect(canonicalTransaction(canonicalTransaction(text))).toBe(id)
  })

  it('FC-97 of another kind is kept as it is, out of its link', () => {
    const signature = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
    expect(canonicalTransaction(`https://solscan.io/tx/${signature}?cluster=mainnet`)).toBe(signature)
    expect(canonicalTransaction(` ${signature}\n`)).toBe(signature)
    expect(canonicalTransaction('https://example.org/tx/AB12CD34')).toBe('ab12cd34')
    expect(canonicalTransaction('0xAB12 cd34')).toBe('ab12cd34')
    expect(canonicalTransaction('Wire-2026/118')).toBe('Wire-2026/118')
    expect(canonicalTransaction('')).toBe('')
  })
})
