import { fundingChecks } from '@truemark/protocol/evidence/fundingChecks'
import type { FundingEvidence } from '@truemark/protocol/routes/evidence'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../reader/door.ts'
import { Block, FactList, Findings } from './Block.tsx'
import { JournalBlock } from './JournalBlock.tsx'
import { useWritten } from './useWritten.ts'

/** The funding of a market at a stamp, and its rate reckoned anew from the premium. */
export function FundingProof({ funding }: { funding: FundingEvidence }) {
  const t = useTranslations('transparency.funding')
  const check = useTranslations('transparency.check')
  const shell = useTranslations('shell.label')
  const dateTime = useDateTime()
  const { percent, figure } = useWritten()
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3 rounded-card bg-surface p-4 tablet:p-6">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-20 font-semibold">{t('title', { symbol: funding.symbol })}</h2>
          {funding.realm === 'demo' && <Badge tone="info">{shell('demo')}</Badge>}
          {funding.simulated && <Badge tone="info">{shell('simulated')}</Badge>}
        </div>
        <p className="figures text-28 font-semibold">{percent(funding.rate)}</p>
      </div>
      <Block title={check('title')} text={check('lead')}>
        <Findings
          findings={fundingChecks(funding).map(({ name, holds }) => ({
            key: name,
            holds,
            text: holds === null ? t('changed') : t('formula'),
          }))}
        />
      </Block>
      <Block title={t('facts')}>
        <FactList
          facts={[
            { key: 'time', label: t('time'), value: dateTime(funding.time) },
            {
              key: 'premium',
              label: t('premium'),
              value: percent(funding.premium),
              note: t('premiumOf', { count: figure(String(funding.samples)) }),
            },
            { key: 'interest', label: t('interest'), value: percent(funding.interest_rate) },
            { key: 'clamp', label: t('clamp'), value: percent(funding.clamp_rate) },
            {
              key: 'mark',
              label: t('mark'),
              value: <Amount value={funding.mark} unit="USDT" decimalsMin={0} />,
            },
          ]}
        />
      </Block>
      <JournalBlock place={funding.journal} />
    </div>
  )
}
