/** A field of the whole numbers below a prime. */
function isSquare(value: bigint, prime: bigint): boolean {
  let base = ((value % prime) + prime) % prime
  if (base === 0n) return true
  // Euler's criterion: to the power of half the field's order a square is one
  let power = 1n
  for (let left = (prime - 1n) / 2n; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) power = (power * base) % prime
    base = (base * base) % prime
  }
  return power === 1n
}

function numberOf(bytes: Iterable<number>): bigint {
  let value = 0n
  for (const byte of bytes) value = value * 256n + BigInt(byte)
  return value
}

const edwardsPrime = 2n ** 255n - 19n
const edwardsD = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/**
 * Whether 32 bytes are a point of edwards25519 (RFC 8032, 5.1.3), so that a key can stand behind them: Solana gives the
 * accounts of its programs addresses that are none.
 */
export function isEdwardsPoint(bytes: Uint8Array): boolean {
  const y = numberOf([...bytes].toReversed()) % 2n ** 255n
  const square = y * y
  // x² = (y² − 1) / (d·y² + 1), which is a square where the product is one
  return isSquare((square - 1n) * (edwardsD * square + 1n), edwardsPrime)
}

const koblitzPrime = 2n ** 256n - 2n ** 32n - 977n

/** Whether 32 bytes are the x of a point of secp256k1 (BIP-340), so that a key can stand behind a taproot output. */
export function isKoblitzX(bytes: Uint8Array): boolean {
  const x = numberOf(bytes)
  return x < koblitzPrime && isSquare(x * x * x + 7n, koblitzPrime)
}
