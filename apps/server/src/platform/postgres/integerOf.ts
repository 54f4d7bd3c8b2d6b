/**
 * The number of an int8 or numeric column, which comes as text: ids, times, ticks, steps. Throws a RangeError for what
 * is no integer or too large to be exact.
 */
export function integerOf(text: string): number {
  const value = Number(text)
  if (text === '' || !Number.isSafeInteger(value)) throw new RangeError(`the database gave no safe integer: ${text}`)
  return value
}
