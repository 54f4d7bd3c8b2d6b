import type { Realm } from '@truemark/protocol/values'
import { formatFigure } from '@truemark/ui/figures/format'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useTranslations } from 'use-intl'
import { boundShare, nearestFirst, nearness, sumOf, useExposure } from '../exposure/door.ts'
import { useMarkets } from '../markets/door.ts'
import { Tile } from './Tile.tsx'

/** How many of the markets trade. */
export function MarketsTile() {
  const t = useTranslations('desk.overview')
  const { rows, failed } = useMarkets()
  const trading = rows?.filter((market) => market.halt === 'trading' && market.status === 'open')
  const rest = rows && trading ? rows.length - trading.length : 0
  return (
    <Tile
      to="/markets"
      label={t('markets')}
      value={trading ? `${trading.length} / ${rows?.length ?? 0}` : failed ? '–' : undefined}
      note={
        rest > 0 ? (
          <span className="text-warning">{t('marketsNot', { count: rest })}</span>
        ) : (
          rows && rows.length > 0 && t('marketsAll')
        )
      }
    />
  )
}

const tones = { calm: undefined, near: 'text-warning', full: 'text-danger' }

/** The position that is nearest to its bound. */
export function NearestTile() {
  const t = useTranslations('desk')
  const locale = useFigureLocale()
  const { rows, failed } = useExposure()
  const nearest = rows && nearestFirst(rows)[0]
  const share = nearest ? boundShare(nearest.position, nearest.position_max) : 0
  const percent = `${formatFigure(`${Math.trunc(share / 10)}.${share % 10}`, locale, { decimalsMin: 1, decimalsMax: 1 })} %`
  return (
    <Tile
      to="/exposure"
      label={t('overview.nearest')}
      value={rows ? <span className={tones[nearness(share)]}>{percent}</span> : failed ? '–' : undefined}
      note={nearest && share > 0 ? `${nearest.symbol} · ${t(`common.${nearest.realm}`)}` : undefined}
    />
  )
}

/** What the house took in fees in 24 hours, in a realm. */
export function FeesTile({ realm }: { realm: Realm }) {
  const t = useTranslations('desk')
  const { rows, failed } = useExposure()
  const mine = rows?.filter((row) => row.realm === realm)
  return (
    <Tile
      to="/exposure"
      label={t('overview.fees', { realm: t(`common.${realm}`) })}
      value={
        mine ? <Amount value={sumOf(mine.map((row) => row.fees_24h))} decimalsMax={2} /> : failed ? '–' : undefined
      }
      note={
        mine && (
          <>
            USDT · {t('overview.volume')} <Amount value={sumOf(mine.map((row) => row.volume_24h))} decimalsMax={2} />
          </>
        )
      }
    />
  )
}
