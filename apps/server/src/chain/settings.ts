import { existsSync, readFileSync, statSync } from 'node:fs'
import { chainKey } from '../platform/chain/signature.ts'
import { StartRefusal } from '../platform/startRefusal.ts'

/** One setting of the programs that tell of payments. */
export interface ProgramSetting {
  readonly name: string
  readonly fallback: string
  /** What is allowed, ending the sentence "… must be". */
  readonly allowed: string
  readonly meaning: string
  readonly accepts: RegExp
}

const shared = {
  CHAIN_URL: {
    name: 'CHAIN_URL',
    fallback: 'http://127.0.0.1:8090',
    allowed: 'an http or https address',
    meaning: 'Where the server’s `CHAIN_PORT` is.',
    accepts: /^https?:\/\/[^\s/]+\/?$/,
  },
  CHAIN_SECRET: {
    name: 'CHAIN_SECRET',
    fallback: '',
    allowed: '64 hex digits',
    meaning: 'The server’s secret, of which the network’s key comes; on another machine rather `CHAIN_KEY`.',
    accepts: /^[0-9a-f]{64}$/,
  },
  CHAIN_KEY: {
    name: 'CHAIN_KEY',
    fallback: '',
    allowed: '64 hex digits',
    meaning: 'The key of this network alone, in place of the secret.',
    accepts: /^[0-9a-f]{64}$/,
  },
  CHAIN_EVERY_MS: {
    name: 'CHAIN_EVERY_MS',
    fallback: '5000',
    allowed: 'a whole number from 100 to 600000',
    meaning: 'How often the node is asked, in ms.',
    accepts: /^([1-9][0-9]{2,4}|[1-5][0-9]{5}|600000)$/,
  },
} as const satisfies Record<string, ProgramSetting>

const networkOf = (fallback: string) => ({
  name: 'CHAIN_NETWORK',
  fallback,
  allowed: 'the name of a network',
  meaning: 'The network as the desk and `CHAIN_NETWORKS` name it.',
  accepts: /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,19}$/,
})

const stateOf = (fallback: string) => ({
  name: 'CHAIN_STATE',
  fallback,
  allowed: 'the path of a file that this user may write',
  meaning: 'Where it keeps how far it is. Keep this file: without it, it begins at the chain’s present end.',
  accepts: /^[^\0]+$/,
})

const payoutStateOf = (fallback: string) => ({
  name: 'CHAIN_PAYOUT_STATE',
  fallback,
  allowed: 'the path of a file that this user may write',
  meaning: 'Where it keeps what it pays. Never lose this file, and never bring back an old copy of it without need.',
  accepts: /^[^\0]+$/,
})

/** The settings of the program for a node of Bitcoin's kind, in the order of the docs. */
export const bitcoinSettings = {
  ...shared,
  CHAIN_NETWORK: networkOf('Bitcoin'),
  CHAIN_CURRENCY: {
    name: 'CHAIN_CURRENCY',
    fallback: 'BTC',
    allowed: 'the code of a currency',
    meaning: 'The currency of the coins of this chain.',
    accepts: /^[A-Z0-9]{2,12}$/,
  },
  CHAIN_STATE: stateOf('./chain-bitcoin.json'),
  BITCOIN_RPC: {
    name: 'BITCOIN_RPC',
    fallback: '',
    allowed: 'an address such as http://user:password@127.0.0.1:8332/wallet/deposits',
    meaning: 'The node, with the wallet that watches the addresses.',
    accepts: /^https?:\/\/[^\s]+$/,
  },
  BITCOIN_DEPTH: {
    name: 'BITCOIN_DEPTH',
    fallback: '100',
    allowed: 'a whole number from 6 to 1000',
    meaning: 'How many blocks deep a payment is told of, and a reorganisation seen.',
    accepts: /^([6-9]|[1-9][0-9]{1,2}|1000)$/,
  },
  BITCOIN_PREFIX: {
    name: 'BITCOIN_PREFIX',
    fallback: 'bc',
    allowed: 'lower-case letters',
    meaning:
      'What the chain’s witness addresses begin with: `bc` for Bitcoin, `tb` for a test network, `bcrt` for regtest.',
    accepts: /^[a-z]{1,10}$/,
  },
  BITCOIN_VERSIONS: {
    name: 'BITCOIN_VERSIONS',
    fallback: '0,5',
    allowed: 'two numbers from 0 to 255 with a comma between them',
    meaning:
      'The first bytes of its addresses of keys and of scripts: `0,5` for Bitcoin, `111,196` for its test networks.',
    accepts: /^[0-9]{1,3},[0-9]{1,3}$/,
  },
  BITCOIN_PAYOUT_RPC: {
    name: 'BITCOIN_PAYOUT_RPC',
    fallback: '',
    allowed: 'an address such as http://user:password@127.0.0.1:8332/wallet/payouts',
    meaning: 'The node, with the wallet whose coins pay what operators hand over. None: it pays nothing.',
    accepts: /^https?:\/\/[^\s]+$/,
  },
  BITCOIN_FEE_BLOCKS: {
    name: 'BITCOIN_FEE_BLOCKS',
    fallback: '6',
    allowed: 'a whole number from 1 to 1008',
    meaning: 'Within how many blocks a payout is to be mined: what the node reckons its fee for.',
    accepts: /^([1-9][0-9]{0,2}|100[0-8])$/,
  },
  CHAIN_PAYOUT_STATE: payoutStateOf('./chain-bitcoin-payouts.json'),
} as const satisfies Record<string, ProgramSetting>

/** The settings of the program for a node of Ethereum's kind, in the order of the docs. */
export const evmSettings = {
  ...shared,
  CHAIN_NETWORK: networkOf('ERC20'),
  CHAIN_STATE: stateOf('./chain-evm.json'),
  EVM_RPC: {
    name: 'EVM_RPC',
    fallback: '',
    allowed: 'an http or https address',
    meaning: 'The node; it has to know blocks by their hash, and the logs of a block.',
    accepts: /^https?:\/\/[^\s]+$/,
  },
  EVM_COINS: {
    name: 'EVM_COINS',
    fallback: 'ETH:18',
    allowed: 'coins such as ETH:18, USDT:6:0xdAC17F958D2ee523a2206206994597C13D831ec7',
    meaning:
      'What is told of: the code of a currency, in how many decimals the chain counts it, and the contract of a token; without one it is the chain’s own coin.',
    accepts:
      /^ *[A-Z0-9]{2,12}:[0-9]{1,2}(:0x[0-9a-fA-F]{40})?( *, *[A-Z0-9]{2,12}:[0-9]{1,2}(:0x[0-9a-fA-F]{40})?)* *$/,
  },
  EVM_DEPTH: {
    name: 'EVM_DEPTH',
    fallback: '64',
    allowed: 'a whole number from 6 to 1000',
    meaning: 'How many blocks deep a payment is told of, and a reorganisation seen.',
    accepts: /^([6-9]|[1-9][0-9]{1,2}|1000)$/,
  },
  EVM_PAYOUT_KEY_FILE: {
    name: 'EVM_PAYOUT_KEY_FILE',
    fallback: '',
    allowed: 'the path of a file',
    meaning:
      'The private key (64 hex digits) whose coins pay what operators hand over; nobody else may read the file. None: it pays nothing.',
    accepts: /^[^\0]+$/,
  },
  EVM_CHAIN_ID: {
    name: 'EVM_CHAIN_ID',
    fallback: '',
    allowed: 'the number of a chain, such as 1',
    meaning:
      'The chain that is paid on, 1 for Ethereum; has to be set to pay. While the node is of another, nothing is.',
    accepts: /^[1-9][0-9]{0,14}$/,
  },
  EVM_GAS_MAX: {
    name: 'EVM_GAS_MAX',
    fallback: '100000,300000',
    allowed: 'two whole numbers from 21000 to 99999999 with a comma between them',
    meaning:
      'The most gas of one payout: of the chain’s own coin, and of a token. What takes more, as a payee’s contract may, goes back to people.',
    accepts: /^(2[1-9][0-9]{3}|[3-9][0-9]{4}|[1-9][0-9]{5,7}),(2[1-9][0-9]{3}|[3-9][0-9]{4}|[1-9][0-9]{5,7})$/,
  },
  EVM_FEE_MAX: {
    name: 'EVM_FEE_MAX',
    fallback: '200',
    allowed: 'a whole number from 1 to 100000',
    meaning: 'The most that is paid for a unit of gas, in gwei; while blocks take more, payouts wait.',
    accepts: /^([1-9][0-9]{0,4}|100000)$/,
  },
  EVM_BUMP_SECONDS: {
    name: 'EVM_BUMP_SECONDS',
    fallback: '300',
    allowed: 'a whole number from 10 to 86400',
    meaning: 'After how long a payout that is not mined is sent again with a higher fee, under its number.',
    accepts: /^([1-9][0-9]{1,3}|[1-7][0-9]{4}|8[0-5][0-9]{3}|86[0-3][0-9]{2}|86400)$/,
  },
  CHAIN_PAYOUT_STATE: payoutStateOf('./chain-evm-payouts.json'),
} as const satisfies Record<string, ProgramSetting>

/** Reads settings from an environment. Throws a StartRefusal with one sentence for the first that is wrong. */
function readAll<Name extends string>(
  table: Readonly<Record<Name, ProgramSetting>>,
  environment: NodeJS.ProcessEnv,
): (name: Name) => string {
  return (name) => {
    const { allowed, accepts, fallback } = table[name]
    const given = environment[name] ?? ''
    const text = given === '' ? fallback : given
    if (text !== '' && !accepts.test(text)) throw new StartRefusal(`${name} must be ${allowed}.`)
    return text
  }
}

function sharedOf(of: (name: keyof typeof shared | 'CHAIN_NETWORK' | 'CHAIN_STATE' | 'CHAIN_PAYOUT_STATE') => string) {
  const network = of('CHAIN_NETWORK')
  const [secret, own] = [of('CHAIN_SECRET'), of('CHAIN_KEY')]
  if (secret === '' && own === '') throw new StartRefusal('CHAIN_KEY or CHAIN_SECRET must be set.')
  return {
    url: of('CHAIN_URL'),
    network,
    key: own === '' ? chainKey(secret, network) : Buffer.from(own, 'hex'),
    file: of('CHAIN_STATE'),
    payoutFile: of('CHAIN_PAYOUT_STATE'),
    everyMs: Number(of('CHAIN_EVERY_MS')),
  }
}

/** The settings of the program for a node of Bitcoin's kind. Throws a StartRefusal. */
export function readBitcoinSettings(environment: NodeJS.ProcessEnv) {
  const of = readAll<keyof typeof bitcoinSettings>(bitcoinSettings, environment)
  const rpc = of('BITCOIN_RPC')
  if (rpc === '') throw new StartRefusal('BITCOIN_RPC must say where the node is.')
  const [key = 0, script = 0] = of('BITCOIN_VERSIONS').split(',').map(Number)
  return {
    ...sharedOf(of),
    currency: of('CHAIN_CURRENCY'),
    rpc,
    depth: Number(of('BITCOIN_DEPTH')),
    form: { prefix: of('BITCOIN_PREFIX'), key, script },
    payoutRpc: of('BITCOIN_PAYOUT_RPC'),
    feeBlocks: Number(of('BITCOIN_FEE_BLOCKS')),
  }
}

/** The settings of the program for a node of Ethereum's kind. Throws a StartRefusal. */
export function readEvmSettings(environment: NodeJS.ProcessEnv) {
  const of = readAll<keyof typeof evmSettings>(evmSettings, environment)
  const rpc = of('EVM_RPC')
  if (rpc === '') throw new StartRefusal('EVM_RPC must say where the node is.')
  const coins = of('EVM_COINS')
    .split(',')
    .map((one) => one.trim().split(':'))
    .map(([currency = '', decimals = '', contract = '']) => ({
      currency,
      decimals: Number(decimals),
      contract: contract.toLowerCase(),
    }))
  const keyFile = of('EVM_PAYOUT_KEY_FILE')
  const payoutKey = keyFile === '' ? null : keyIn(keyFile)
  const chainId = of('EVM_CHAIN_ID')
  if (payoutKey !== null && chainId === '') throw new StartRefusal('EVM_CHAIN_ID must say which chain is paid on.')
  const [own = 0n, token = 0n] = of('EVM_GAS_MAX').split(',').map(BigInt)
  return {
    ...sharedOf(of),
    rpc,
    coins,
    depth: Number(of('EVM_DEPTH')),
    payoutKey,
    chainId: Number(chainId),
    gasMax: { own, token },
    feeMax: BigInt(of('EVM_FEE_MAX')) * 1_000_000_000n,
    bumpMs: Number(of('EVM_BUMP_SECONDS')) * 1_000,
  }
}

/** The private key in a file that nobody else may read. Throws a StartRefusal. */
function keyIn(path: string): Uint8Array {
  if (!existsSync(path)) throw new StartRefusal(`There is no file ${path} with the key that pays.`)
  if ((statSync(path).mode & 0o077) !== 0) throw new StartRefusal(`Others may read ${path}: run chmod 600 ${path}.`)
  const text = readFileSync(path, 'utf8').trim().replace(/^0x/, '')
  if (!/^[0-9a-fA-F]{64}$/.test(text)) throw new StartRefusal(`${path} must hold a private key of 64 hex digits.`)
  return Uint8Array.from(Buffer.from(text, 'hex'))
}
