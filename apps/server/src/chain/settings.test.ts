import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chainKey } from '../platform/chain/signature.ts'
import { type ProgramSetting, bitcoinSettings, evmSettings, readBitcoinSettings, readEvmSettings } from './settings.ts'

const secret = 'ab'.repeat(32)
const least = { CHAIN_SECRET: secret, BITCOIN_RPC: 'http://a:b@127.0.0.1:1/wallet/x' }

it('have defaults that are allowed, and say in one sentence what is wrong', () => {
  expect(readBitcoinSettings(least)).toMatchObject({
    network: 'Bitcoin',
    currency: 'BTC',
    depth: 100,
    everyMs: 5_000,
    form: { prefix: 'bc', key: 0, script: 5 },
    key: chainKey(secret, 'Bitcoin'),
  })
  const own = 'cd'.repeat(32)
  expect(Buffer.from(readBitcoinSettings({ ...least, CHAIN_KEY: own }).key).toString('hex')).toBe(own)
  expect(() => readBitcoinSettings({ CHAIN_SECRET: secret })).toThrow('BITCOIN_RPC must say where the node is.')
  expect(() => readBitcoinSettings({ BITCOIN_RPC: 'http://a' })).toThrow('CHAIN_KEY or CHAIN_SECRET must be set.')
  for (const [name, text] of [
    ['BITCOIN_DEPTH', '5'],
    ['CHAIN_EVERY_MS', '99'],
    ['CHAIN_SECRET', 'short'],
    ['BITCOIN_PREFIX', 'BC'],
  ] as const) {
    expect(() => readBitcoinSettings({ ...least, [name]: text })).toThrow(`${name} must be`)
  }
})

it('name the coins of a chain of Ethereum’s kind', () => {
  const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
  const given = { CHAIN_SECRET: secret, EVM_RPC: 'http://127.0.0.1:8545' }
  expect(readEvmSettings({ ...given, EVM_COINS: `ETH:18, USDT:6:${token}` })).toMatchObject({
    network: 'ERC20',
    depth: 64,
    coins: [
      { currency: 'ETH', decimals: 18, contract: '' },
      { currency: 'USDT', decimals: 6, contract: token.toLowerCase() },
    ],
  })
  expect(() => readEvmSettings({ CHAIN_SECRET: secret })).toThrow('EVM_RPC must say where the node is.')
  for (const coins of ['ETH', 'ETH:18:0x12', 'eth:18', 'ETH:18,,']) {
    expect(() => readEvmSettings({ ...given, EVM_COINS: coins })).toThrow('EVM_COINS must be')
  }
})

it('stand in docs/operating/chain.md as the table in the code has them', () => {
  const page = readFileSync(new URL('../../../../docs/operating/chain.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  expect(cells).toEqual(
    [...Object.values<ProgramSetting>(bitcoinSettings), ...Object.values<ProgramSetting>(evmSettings)].map(
      ({ name, fallback, allowed, meaning }) => [
        `\`${name}\``,
        fallback === '' ? '–' : `\`${fallback}\``,
        allowed,
        meaning,
      ],
    ),
  )
})

it('take the key that pays from a file that nobody else may read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'truemark-key-'))
  const path = join(folder, 'payouts.key')
  const given = { CHAIN_SECRET: secret, EVM_RPC: 'http://127.0.0.1:8545', EVM_PAYOUT_KEY_FILE: path }
  expect(() => readEvmSettings(given)).toThrow(`There is no file ${path}`)
  writeFileSync(path, 'nothing', { mode: 0o600 })
  expect(() => readEvmSettings(given)).toThrow(`${path} must hold a private key`)
  writeFileSync(path, `0x${'cd'.repeat(32)}\n`)
  expect(() => readEvmSettings(given)).toThrow('EVM_CHAIN_ID must say which chain is paid on.')
  expect(readEvmSettings({ ...given, EVM_CHAIN_ID: '1' })).toMatchObject({
    chainId: 1,
    gasMax: { own: 100_000n, token: 300_000n },
    payoutKey: Uint8Array.from(Buffer.from('cd'.repeat(32), 'hex')),
    feeMax: 200_000_000_000n,
    bumpMs: 300_000,
    payoutFile: './chain-evm-payouts.json',
  })
  chmodSync(path, 0o640)
  expect(() => readEvmSettings(given)).toThrow(`Others may read ${path}`)
  expect(readEvmSettings({ ...given, EVM_PAYOUT_KEY_FILE: '' }).payoutKey).toBeNull()
  rmSync(folder, { recursive: true })
})
