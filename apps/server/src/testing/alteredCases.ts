/** A table that is changed against the journal, and what a check of all says of it. */
export type AlteredCase = readonly [what: string, table: string, change: string, found: RegExp]

/** Which parts of the check, each of which tells of one fault, an altered table has its word in. */
function partsOf(table: string): readonly string[] {
  if (table === 'audit') return ['proofs', 'rules', 'failed checks']
  if (table.startsWith('liability')) return ['proofs']
  if (table.startsWith('evidence') || table === 'position_trigger') return ['evidence']
  if (table === 'balance' || table === 'ledger_entry') return ['ledger']
  if (table === 'rules_in_force') return ['rules']
  return [table.startsWith('own_check') ? 'failed checks' : table]
}

function groupsOf(cases: readonly AlteredCase[]): readonly (readonly AlteredCase[])[] {
  const groups: { parts: Set<string>; group: AlteredCase[] }[] = []
  for (const one of cases) {
    const parts = partsOf(one[1])
    let at = groups.find((each) => parts.every((part) => !each.parts.has(part)))
    if (at === undefined) groups.push((at = { parts: new Set(), group: [] }))
    for (const part of parts) at.parts.add(part)
    at.group.push(one)
  }
  return groups.map(({ group }) => group)
}

/**
 * A look takes a second: cases that no part of it could take for one another are looked at together, once one of them is
 * asked for by its name.
 */
export function lookTogether<Found>(
  cases: readonly AlteredCase[],
  look: (tables: readonly string[], changes: readonly string[]) => Promise<Found>,
): (what: string) => Promise<Found> {
  const groups = groupsOf(cases).map((group) => ({ names: group.map(([what]) => what), group }))
  const looks = new Map<readonly string[], Promise<Found>>()
  return (what) => {
    const found = groups.find(({ names }) => names.includes(what))
    if (found === undefined) throw new Error(`no case is called ${what}`)
    const { names, group } = found
    const tables = [...new Set(group.map(([, table]) => table))]
    const begun =
      looks.get(names) ??
      look(
        tables,
        group.map(([, , change]) => change),
      )
    looks.set(names, begun)
    return begun
  }
}
