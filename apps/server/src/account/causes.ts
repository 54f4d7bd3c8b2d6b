import type { HoldView } from '@truemark/core/ledger/holdView'
import type { Cause, Record as RecordShape } from '@truemark/protocol/routes/account'
import type { PublicIds } from '../platform/publicId.ts'
import { type RefKind, references } from './tables.ts'

/** What a number of the sequence of contracts and perpetuals is. */
export type DerivativeKinds = ReadonlyMap<number, 'contract' | 'perpetual' | 'position'>

export const noKinds: DerivativeKinds = new Map()

interface Line {
  readonly refKind: RefKind
  readonly ref: number
}

/** The numbers among lines whose kind is to be looked up. */
export function derivativesIn(lines: readonly Line[]): number[] {
  const numbers = lines.filter(({ refKind }) => refKind === 'derivative' || refKind === 'funding')
  return [...new Set(numbers.map(({ ref }) => ref))]
}

/** What opens on pressing a line of the ledger; null where nothing but the line tells of it. */
export function causeOf(ids: PublicIds, kinds: DerivativeKinds, { refKind, ref }: Line): RecordShape['cause'] {
  switch (refKind) {
    case 'spot_order':
      return { kind: 'spot_order', id: ids.write('order', ref) }
    case 'derivative':
    case 'funding': {
      const kind = kinds.get(ref)
      return kind === undefined ? null : { kind, id: ids.write('derivative', ref) }
    }
    case 'spot_trade':
    case '':
      return null
    default:
      return { kind: refKind, id: ids.write(references[refKind], ref) }
  }
}

/** What opens on pressing a hold; null for the margin of a whole account. */
export function holdCause(ids: PublicIds, { cause, ref }: Pick<HoldView, 'cause' | 'ref'>): Cause | null {
  switch (cause) {
    case 'spot_order':
    case 'spot_conditional':
      return { kind: cause, id: ids.write('order', ref) }
    case 'contract_order':
    case 'contract_margin':
      return { kind: 'contract', id: ids.write('derivative', ref) }
    case 'perpetual_order':
      return { kind: 'perpetual', id: ids.write('derivative', ref) }
    case 'isolated_margin':
      return { kind: 'position', id: ids.write('derivative', ref) }
    case 'cross_margin':
      return null
    default:
      return { kind: cause, id: ids.write(references[cause], ref) }
  }
}
