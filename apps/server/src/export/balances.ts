import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { holderName } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import type { State } from '@truemark/core/state'

const linesAtOnce = 4_096

/** The balances of a state, a line each: the holder's number, the account, the currency, what it is worth and what of it is held. */
function* balanceLines({ venue }: State): Generator<string> {
  for (const { holder, account, currency, posted, frozen } of venue.ledger.balances()) {
    const { code, scale } = venue.currencies[currency] ?? { code: String(currency), scale: 0 }
    const amounts = `${formatDecimal(posted, scale)} ${formatDecimal(frozen, scale)}`
    yield `${holderName(holder)} ${account} ${code} ${amounts}\n`
  }
}

/** Writes all balances to a file (null: to none); gives how many there are, and the SHA-256 of their list. */
export async function balancesOf(state: State, path: string | null): Promise<{ lines: number; digest: string }> {
  const hash = createHash('sha256')
  const file: FileHandle | null = path === null ? null : await open(path, 'w', 0o600)
  let lines = 0
  let kept = ''
  const flush = async (): Promise<void> => {
    hash.update(kept)
    await file?.writeFile(kept)
    kept = ''
  }
  try {
    for (const line of balanceLines(state)) {
      kept += line
      lines += 1
      if (lines % linesAtOnce === 0) await flush()
    }
    await flush()
  } finally {
    await file?.close()
  }
  return { lines, digest: hash.digest('hex') }
}
