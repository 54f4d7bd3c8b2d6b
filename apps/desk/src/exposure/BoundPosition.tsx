import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { BoundBar } from './BoundBar.tsx'
import { boundShare, nearness, nearTones } from './bound.ts'

interface BoundPositionProps {
  row: { readonly symbol: string; readonly position: string; readonly position_max: string }
}

/** A position beside its bound, in the colour of how near it is, over its bar. */
export function BoundPosition({ row }: BoundPositionProps) {
  const t = useTranslations('desk.exposure')
  const share = boundShare(row.position, row.position_max)
  return (
    <span className="ml-auto flex w-full max-w-56 flex-col gap-1 py-1 wide:min-w-32">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className={nearTones[nearness(share)]}>
          <Amount value={row.position} decimalsMin={0} signed />
        </span>
        <span className="text-12 text-quiet">
          <Amount value={row.position_max} decimalsMin={0} />
        </span>
      </span>
      <BoundBar
        label={t('share', { symbol: row.symbol, percent: String(Math.ceil(share / 10)) })}
        position={row.position}
        positionMax={row.position_max}
      />
    </span>
  )
}
