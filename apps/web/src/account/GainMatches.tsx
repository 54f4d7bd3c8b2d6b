import type { GainMatch } from '@truemark/protocol/routes/gains'
import { Amount } from '@truemark/ui/primitives/Amount'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { CardSection } from '../parts/CardSection.tsx'
import { AmountLine, Line } from '../parts/Line.tsx'
import { Gain } from './Gain.tsx'

interface GainMatchesProps {
  matches: readonly GainMatch[]
  /** How many more stand in the file alone. */
  more: number
}

/** Each part of a disposal with what it is matched with. */
export function GainMatches({ matches, more }: GainMatchesProps) {
  const t = useTranslations('funds.gains')
  return (
    <CardSection title={t('matches')}>
      <div className="rounded-card bg-surface">
        {matches.length === 0 && <EmptyState drawing="ledger" title={t('emptyTitle')} text={t('emptyText')} />}
        <ul>
          {matches.map((match, place) => (
            // nothing else tells parts of one disposal apart
            <li key={place} className="hairline-b break-inside-avoid px-4 py-3 last:shadow-none">
              <Match match={match} />
            </li>
          ))}
        </ul>
        {more > 0 && <p className="px-4 py-3 text-12 text-quiet">{t('more', { count: more })}</p>}
      </div>
    </CardSection>
  )
}

function Match({ match }: { match: GainMatch }) {
  const t = useTranslations('funds.gains')
  const dateTime = useDateTime()
  const { acquired, origin, proceeds, cost, gain } = match
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Amount value={match.amount} unit={match.currency} decimalsMax={8} className="font-medium" />
        {gain === null ? <span className="text-12 text-warning">{t('notKnown')}</span> : <Gain value={gain} />}
      </div>
      <dl className="grid gap-x-8 text-12 tablet:grid-cols-2">
        <Line label={t('disposedAt')}>
          <span className="figures">{dateTime(match.disposed)}</span>
        </Line>
        {proceeds === null ? (
          <Line label={t('proceeds')}>{t('notKnown')}</Line>
        ) : (
          <AmountLine label={t('proceeds')} value={proceeds} unit="USDT" decimalsMax={2} />
        )}
        <Line label={t('acquired')}>
          {t(`origin.${origin}`)} {acquired !== null && <span className="figures">{dateTime(acquired)}</span>}
        </Line>
        {cost === null ? (
          <Line label={t('cost')}>{t('notKnown')}</Line>
        ) : (
          <AmountLine label={t('cost')} value={cost} unit="USDT" decimalsMax={2} />
        )}
      </dl>
    </>
  )
}
