/** What a row says, by field, and what the rules give. */
export type Fields = Readonly<Record<string, unknown>>

function textOf(value: unknown): string {
  const text = JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
  return text === undefined ? 'nothing' : text.replaceAll('"', '')
}

/** The first field in which what is told is not what was found, as the rest of a sentence; null where there is none. */
export function differing(where: string, told: Fields, found: Fields): string | null {
  for (const [name, value] of Object.entries(found)) {
    const [says, gives] = [textOf(told[name]), textOf(value)]
    if (says !== gives) return `${where}, ${name}: it says ${says}, the rules give ${gives}`
  }
  return null
}
