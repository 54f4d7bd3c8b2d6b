import { joined } from '@truemark/ui/primitives/joined'
import { formatDecimal } from '@truemark/core/money/decimal'
import { useFigure } from '../parts/useFigure.ts'

/** One light, weaker from place to place: the largest part is the brightest. */
const lights = ['opacity-100', 'opacity-70', 'opacity-50', 'opacity-35', 'opacity-20'] as const
const lightAt = (place: number) => lights[Math.min(place, lights.length - 1)]

interface AllocationProps {
  /** By currency in tenths of a per cent, the largest first. */
  shares: ReadonlyMap<string, number>
}

/** All that one owns as one bar of its parts; each row beneath says its own. */
export function Allocation({ shares }: AllocationProps) {
  return (
    <div aria-hidden="true" className="flex h-2 gap-px px-4 pt-4 box-content">
      {[...shares].map(([currency, share], place) => (
        <span
          key={currency}
          style={{ flexGrow: share }}
          className={joined(
            'h-2 min-w-0.5 basis-0 bg-primary first:rounded-l-full last:rounded-r-full',
            lightAt(place),
          )}
        />
      ))}
    </div>
  )
}

/** A holding's part of all, beside its name: the light of its place, and per cent. */
export function Share({ shares, currency }: AllocationProps & { currency: string }) {
  const figure = useFigure()
  const share = shares.get(currency)
  if (share === undefined) return null
  const place = [...shares.keys()].indexOf(currency)
  return (
    <span className="ml-2 inline-flex items-center gap-1 align-baseline text-12 font-normal text-quiet">
      <span aria-hidden="true" className={joined('size-1.5 rounded-full bg-primary', lightAt(place))} />
      <span className="figures">
        {share === 0 ? '< ' : ''}
        {figure(formatDecimal(share === 0 ? 1 : share, 1))}%
      </span>
    </span>
  )
}
