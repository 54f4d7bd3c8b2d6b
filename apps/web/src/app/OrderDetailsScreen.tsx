import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Page } from '@truemark/ui/primitives/Page'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { Suspense, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { useSearch } from '../parts/router/useRouter.ts'
import { BackHeader } from '../parts/BackHeader.tsx'

type Details = ComponentType<{ id: string }>

// Each product's own, loaded when one of its orders is opened.
const details: Record<string, Details> = {
  spot: lazyPart(() => import('../spot/OrderDetails.tsx').then((m) => m.OrderDetails)),
  contract: lazyPart(() => import('../derivative/LotDetails.tsx').then((m) => m.TicketDetails)),
  perpetual: lazyPart(() => import('../derivative/LotDetails.tsx').then((m) => m.OrderDetails)),
  position: lazyPart(() => import('../derivative/LotDetails.tsx').then((m) => m.PositionDetails)),
  option: lazyPart(() => import('../option/OptionDetails.tsx').then((m) => m.OptionDetails)),
}

/** One order of any product: `?id=` names it, `?game=` its product, spot where it is absent. */
export function OrderDetailsScreen() {
  const spot = useTranslations('spot')
  const shell = useTranslations('shell')
  const search = useSearch()
  const id = search['id'] ?? ''
  const game = search['game'] ?? 'spot'
  const One = details[game] ?? details['spot']
  return (
    <>
      <BackHeader title={spot('orderDetails')} />
      <Page width="panes">
        <Suspense fallback={<SkeletonRows rows={6} label={shell('state.loading')} />}>
          {One && <One id={id} />}
        </Suspense>
      </Page>
    </>
  )
}
