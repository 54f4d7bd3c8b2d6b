import type { SymbolView } from '@truemark/protocol/routes/market'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Bell } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'

const AlertSheet = lazyPart(() => import('./AlertSheet.tsx').then((m) => m.AlertSheet))

/** The bell beside a market's name: has one told of a price. */
export function AlertButton({ market }: { market: SymbolView }) {
  const t = useTranslations('market')
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('alert', { symbol: `${market.base}/${market.quote}` })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Bell size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      {open && (
        <Suspense>
          <AlertSheet market={market} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
