import { useMemo, useState } from 'react'
import { CloseSheet } from './CloseSheet.tsx'
import { MarginSheet } from './MarginSheet.tsx'
import type { OpenPosition } from './openPosition.ts'
import type { LotTerms } from './lotTerms.ts'
import { ProtectSheet } from './ProtectSheet.tsx'

export type PositionAsking = 'protect' | 'close' | 'margin'

/** Which position something is asked about, by its id, so that the sheet follows it as it changes. */
export interface AskedPosition {
  readonly id: string
  readonly what: PositionAsking
}

interface PositionSheetsProps {
  asked: AskedPosition | null
  onDone: () => void
  positions: readonly OpenPosition[]
  termsOf: (symbol: string) => LotTerms | undefined
  markOf: (symbol: string) => string | undefined
  /** What may be moved into a margin; null where unknown. */
  usable: bigint | null
}

/** The sheets of a list of positions: one at a time, gone with its position. */
export function PositionSheets({ asked, onDone, positions, termsOf, markOf, usable }: PositionSheetsProps) {
  const position = positions.find((each) => each.id === asked?.id)
  const terms = position && termsOf(position.symbol)
  if (!asked || !position || !terms) return null
  const common = { position, terms, mark: markOf(position.symbol), onDone }
  if (asked.what === 'protect') return <ProtectSheet key={position.id} {...common} />
  if (asked.what === 'margin') return <MarginSheet key={position.id} {...common} usable={usable} />
  return <CloseSheet key={position.id} {...common} />
}

/** Remembers what is asked about a position; the ways to ask keep their identity, so that rows need not be drawn anew. */
export function useAskedPosition() {
  const [asked, setAsked] = useState<AskedPosition | null>(null)
  const ways = useMemo(() => {
    const ask = (what: PositionAsking) => (position: OpenPosition) => setAsked({ id: position.id, what })
    return {
      onDone: () => setAsked(null),
      onProtect: ask('protect'),
      onClose: ask('close'),
      onAddMargin: ask('margin'),
    }
  }, [])
  return { asked, ...ways }
}
