import type { AddressForm } from './addressForm.ts'

/** Contracts of tokens and routers, programs and burn addresses that people copy by mistake; hex in lower case. */
const known: Readonly<Record<AddressForm, readonly string[]>> = {
  TRC20: [
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', // USDT
    'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', // USDC
    'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR', // WTRX
    'TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn', // USDD
    'TXDk8mbtRbXeYuMNS83CfKPaYYT8XWv9Hz', // USDD
    'TMwFHYXLJaRUPeW6421aqXL4ZEzPRFGkGT', // USDJ
    'TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4', // TUSD
    'TU3kjFuhtEo42tsCBtfYUAZxoqQ4yuSLQ5', // stUSDT
    'TThzxNRLrW2Brp9DcTQU8i4Wd9udCWEdZ3', // stUSDT
    'TAFjULxiVgT4qWk6UZwjqwZXTSaGaqnVp4', // BTT
    'TKfjV9RNKJJCqPvBtK8L7Knykh7DNWvnYt', // WBTT
    'TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9', // JST
    'TSSMHYeV2uE9qYH95DqyoCuNCzEL1NvU3S', // SUN
    'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', // WIN
    'TFczxzPhnThNSqr5by8tvxsdCFRRz6cPNq', // NFT
    'TUPM7K8REVzD2UdV4R5fe5M8XbnR2DdoJ6', // HTX
    'TXpw8XeWYeTUd4quDskoUqeQPowRh4jY65', // WBTC
    'THb4CqiFdwNHsWsQCs4JhzwjMWys4aqCbF', // ETH
    'TRFe3hT5oYhjSZ6f3ji5FJ7YCfrkWnHRvh', // ETHB
    'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', // the network's own black hole
  ],
  // of Ethereum and of the chains whose addresses look the same
  ERC20: [
    '0xdac17f958d2ee523a2206206994597c13d831ec7', // USDT
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', // USDC
    '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', // WBTC
    '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', // WETH
    '0x6b175474e89094c44da98b954eedeac495271d0f', // DAI
    '0x89d24a6b4ccb1b6faa2625fe562bdd9a23260359', // SAI
    '0x514910771af9ca656af840dff83e8264ecf986ca', // LINK
    '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', // UNI
    '0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce', // SHIB
    '0xae7ab96520de3a18e5e111b5eaab095312d7fe84', // stETH
    '0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0', // wstETH
    '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf', // cbBTC
    '0x4fabb145d64652a948d72533023f6e7a623c7c53', // BUSD
    '0x0000000000085d4780b73119b644ae5ecd22b376', // TUSD
    '0x6c3ea9036406852006290770bedfcaba0e23a0e8', // PYUSD
    '0xc5f0f7b66764f6ec8c8dff7ba683102295e16409', // FDUSD
    '0x4c9edd5852cd905f086c759e8383e09bff1e68b3', // USDe
    '0xdc035d45d973e3ec169d2276ddab16f1e407384f', // USDS
    '0x853d955acef822db058eb8505911ed77f175b99e', // FRAX
    '0x68749665ff8d2d112fa859aa293f07a622782f38', // XAUt
    '0x45804880de22913dafe09f4980848ece6ecbaf78', // PAXG
    '0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9', // AAVE
    '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2', // MKR
    '0x7d1afa7b718fb893db30a3abc0cfc608aacfebb0', // MATIC
    '0x455e53cbb86018ac2b8092fdcd39d8444affc3f6', // POL
    '0xb8c77482e45f1f44de1745f52c74426c631bdd52', // BNB
    '0x6982508145454ce325ddbe47a25d4ec3d2311933', // PEPE
    '0x5a98fcbea516cf06857215779fd812ca3bef1b32', // LDO
    '0xd533a949740bb3306d119cc777fa900ba034cd52', // CRV
    '0xc00e94cb662c3520282e6f5717214004a7f26888', // COMP
    '0xc011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f', // SNX
    '0x111111111117dc0aa78b770fa6a738034120c302', // 1INCH
    '0x2af5d2ad76741191d15dfe7bf6ac92d4bd912ca3', // LEO
    '0xa0b73e1ff0b80914ab6fe0444e65848c4c34450b', // CRO
    '0x55d398326f99059ff775485246999027b3197955', // USDT of BNB Chain
    '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', // USDC of BNB Chain
    '0xe9e7cea3dedca5984780bafc599bd69add087d56', // BUSD of BNB Chain
    '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c', // WBNB
    '0x2170ed0880ac9a755fd29b2688956bd959f933f8', // ETH of BNB Chain
    '0x7130d2a12b9bcbfae4f2634d864a1ee1ce3ead9c', // BTCB
    '0xc2132d05d31c914a87c6611c10748aeb04b58e8f', // USDT of Polygon
    '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', // USDC of Polygon
    '0x2791bca1f2de4661ed88a30c99a7a9449aa84174', // USDC.e of Polygon
    '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619', // WETH of Polygon
    '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270', // WPOL
    '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9', // USDT of Arbitrum
    '0xaf88d065e77c8cc2239327c5edb3a432268e5831', // USDC of Arbitrum
    '0x82af49447d8a07e3bd95bd0d56f35241523fbab1', // WETH of Arbitrum
    '0x912ce59144191c1204e64559fe8253a0e49e6548', // ARB
    '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58', // USDT of Optimism
    '0x0b2c639c533813f4aa9d7837caf62653d097ff85', // USDC of Optimism
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', // USDC of Base
    '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7', // USDT of Avalanche
    '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', // USDC of Avalanche
    '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7', // WAVAX
    '0x7a250d5630b4cf539739df2c5dacb4c659f2488d', // a router of Uniswap
    '0xe592427a0aece92de3edee1f18e0157c05861564', // a router of Uniswap
    '0x10ed43c718714eb63d5aa57b78b54704e256024e', // a router of PancakeSwap
    '0x1111111254eeb25477b68fb85ed929f73a960582', // a router of 1inch
    '0x00000000219ab540356cbb839cbe05303d7705fa', // the deposit contract of staking
  ],
  Bitcoin: [
    '1BitcoinEaterAddressDontSendf59kuE',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', // of the first block, whose coins nobody moves
  ],
  Solana: [
    'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', // USDT
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', // USDC
    '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo', // PYUSD
    'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So', // mSOL
    'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', // BONK
    'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', // JUP
    '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R', // RAY
    '7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs', // WETH
    '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh', // WBTC
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', // the token program
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', // the token program of 2022
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', // the program of associated accounts
    'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s', // the program of metadata
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', // the program of memos
    'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', // the program of Jupiter
    '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', // the program of Raydium
  ],
  // the others are told by their bytes
  XRP: [],
  Stellar: [],
  Cosmos: [],
  TON: [],
}
const lost: ReadonlySet<string> = new Set(Object.values(known).flat())

const periodMax = 10

// no hash comes out like this: a number below 2^16 (precompiled contracts, 0x…dEaD), sixteen equal digits in a row, or
// the same few digits over and over
function isContrived(place: Uint8Array): boolean {
  if (place.subarray(0, -2).every((byte) => byte === 0)) return true
  const digits = [...place].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (/(.)\1{15}/.test(digits)) return true
  for (let period = 1; period <= periodMax; period += 1) {
    if (digits.slice(period) === digits.slice(0, -period)) return true
  }
  return false
}

// a text that was made up, in which only the checksum is reckoned: the same letter nine times and more
function isWord(address: string): boolean {
  return !address.startsWith('0x') && /(.)\1{8}/.test(address)
}

/**
 * Whether nobody can ever spend what an address receives. `texts` are the canonical forms of what its holder has, `place`
 * the bytes that it stands for.
 */
export function isLostPlace(texts: readonly string[], place: Uint8Array): boolean {
  if (isContrived(place)) return true
  return texts.some((text) => lost.has(text.startsWith('0x') ? text.toLowerCase() : text) || isWord(text))
}
