/** The word that a table keeps as its place in a list; throws where the list has none there. */
export function wordAt<const W extends string>(words: readonly W[], place: number): W {
  const word = words[place]
  if (word === undefined) throw new RangeError(`no word at ${place} of ${words.join(', ')}`)
  return word
}
