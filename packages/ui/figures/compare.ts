/** Compares two canonical decimal texts of the same sign convention: -1, 0 or 1; null when one is no number. */
export function compareFigures(a: string, b: string): -1 | 0 | 1 | null {
  const left = scaled(a, b)
  const right = scaled(b, a)
  if (left === null || right === null) return null
  return left < right ? -1 : left > right ? 1 : 0
}

function scaled(text: string, other: string): bigint | null {
  if (!/^-?[0-9]+(?:\.[0-9]+)?$/.test(text)) return null
  const [whole = '', decimals = ''] = text.split('.')
  const length = Math.max(decimals.length, other.split('.')[1]?.length ?? 0)
  return BigInt(whole + decimals.padEnd(length, '0'))
}
