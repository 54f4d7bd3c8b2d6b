/**
 * Where each of some canonical decimal texts stands between the lowest and the highest of them: 0 to 1 000, for
 * drawing only. Texts that are no numbers are left out; all alike stand in the middle.
 */
export function relativeHeights(texts: readonly string[]): number[] {
  const shaped = texts.filter((text) => /^-?[0-9]+(?:\.[0-9]+)?$/.test(text))
  const decimals = Math.max(0, ...shaped.map((text) => text.split('.')[1]?.length ?? 0))
  const values = shaped.map((text) => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(decimals, '0'))
  })
  const low = values.reduce((least, value) => (value < least ? value : least), values[0] ?? 0n)
  const high = values.reduce((most, value) => (value > most ? value : most), values[0] ?? 0n)
  if (high === low) return values.map(() => 500)
  return values.map((value) => Number(((value - low) * 1000n) / (high - low)))
}
