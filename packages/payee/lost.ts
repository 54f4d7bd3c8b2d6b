import type { AddressForm } from './addressForm.ts'

/** Contracts of tokens, programs and burn addresses that people copy by mistake; hex in lower case. */
const lost: Readonly<Record<AddressForm, ReadonlySet<string>>> = {
  TRC20: new Set([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', // USDT
    'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', // USDC
    'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR', // WTRX
    'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', // the network's own black hole
  ]),
  ERC20: new Set([
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
    '0x00000000219ab540356cbb839cbe05303d7705fa', // the deposit contract of staking
    '0xdead000000000000000042069420694206942069', // a burn address
  ]),
  Bitcoin: new Set([
    '1BitcoinEaterAddressDontSendf59kuE',
    '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', // of the first block, whose coins nobody moves
  ]),
  Solana: new Set([
    'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', // USDT
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', // USDC
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', // the token program
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', // the token program of 2022
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', // the program of associated accounts
    'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s', // the program of metadata
  ]),
}

// no hash comes out like this: nothing but one byte, or a number below 2^16 (precompiled contracts, 0x…dEaD)
function isContrived(place: Uint8Array): boolean {
  return place.every((byte) => byte === place[0]) || place.subarray(0, -2).every((byte) => byte === 0)
}

/**
 * Whether nobody can ever spend what an address receives. `address` is in its canonical form, `place` the bytes that it
 * stands for.
 */
export function isLostPlace(form: AddressForm, address: string, place: Uint8Array): boolean {
  if (isContrived(place)) return true
  // the names of Solana's own programs, of the wrapped coin and of the incinerator are filled up with ones
  if (form === 'Solana' && /1{12}/.test(address)) return true
  return lost[form].has(form === 'ERC20' ? address.toLowerCase() : address)
}
