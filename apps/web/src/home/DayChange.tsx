import { Amount } from '@truemark/ui/primitives/Amount'
import { Change } from '@truemark/ui/primitives/Change'
import { useTranslations } from 'use-intl'
import { useStore } from 'zustand'
import { useAssets } from '../data/account.ts'
import { priceStore } from '../data/prices.ts'
import { useAppearance } from '../i18n/door.ts'
import { dayChange } from './worth.ts'

/** What the prices of the last 24 hours made of what is owned now; nothing where nothing is owned. */
export default function DayChange() {
  const t = useTranslations('home')
  const assets = useAssets()
  const hidden = useAppearance((state) => state.amountsHidden)
  const amount = useStore(priceStore, (state) => dayChange(assets, state)?.amount)
  const percent = useStore(priceStore, (state) => dayChange(assets, state)?.percent)
  if (amount === undefined) return null
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-14">
      <Change value={percent} />
      {!hidden && <Amount value={amount} unit="USDT" signed decimalsMax={2} className="text-secondary" />}
      <span className="text-12 text-quiet">{t('change24hByPrices')}</span>
    </p>
  )
}
