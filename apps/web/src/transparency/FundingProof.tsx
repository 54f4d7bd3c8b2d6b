import { fundingChecks } from '@truemark/protocol/evidence/fundingChecks'
import type { FundingEvidence } from '@truemark/protocol/routes/evidence'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { Block, FactList, Findings } from './Block.tsx'
import { JournalBlock } from './JournalBlock.tsx'
import { ProofHead } from './ProofHead.tsx'
import { useWritten } from './useWritten.ts'

/** The funding of a market at a stamp, and its rate reckoned anew from the premium. */
export function FundingProof({ funding }: { funding: FundingEvidence }) {
  const t = useTranslations('transparency.funding')
  const check = useTranslations('transparency.check')
  const dateTime = useDateTime()
  const { percent, figure } = useWritten()
  return (
    <div className="flex flex-col gap-8">
      <ProofHead title={t('title', { symbol: funding.symbol })} of={funding}>
        <p className="figures text-28 font-semibold">{percent(funding.rate)}</p>
      </ProofHead>
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
            { label: t('time'), value: dateTime(funding.time) },
            {
              label: t('premium'),
              value: percent(funding.premium),
              note: t('premiumOf', { count: figure(String(funding.samples)) }),
            },
            { label: t('interest'), value: percent(funding.interest_rate) },
            { label: t('clamp'), value: percent(funding.clamp_rate) },
            {
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
