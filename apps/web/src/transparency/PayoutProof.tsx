import { payoutChecks } from '@truemark/protocol/evidence/payoutChecks'
import type { PayoutEvidence } from '@truemark/protocol/routes/evidence'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { Block, FactList, Findings } from './Block.tsx'
import { JournalBlock } from './JournalBlock.tsx'
import { ProofHead } from './ProofHead.tsx'

/** What the owner of a payout said of it, as it was signed. */
export function PayoutProof({ payout }: { payout: PayoutEvidence }) {
  const t = useTranslations('transparency.payout')
  const check = useTranslations('transparency.check')
  const dateTime = useDateTime()
  const { arrived, currency, network, paid, settles, time } = payout
  return (
    <div className="flex flex-col gap-8">
      <ProofHead title={t('title', { currency })}>
        <p className="text-16 text-secondary">{t(settles ? 'settled' : arrived ? 'arrived' : 'missing')}</p>
      </ProofHead>
      <Block title={check('title')} text={check('lead')}>
        <Findings
          findings={payoutChecks(payout).map(({ name, holds }) => ({ key: name, holds, text: t(`check.${name}`) }))}
        />
      </Block>
      <FactList
        facts={[
          { label: t('paid'), value: dateTime(paid) },
          { label: t('answered'), value: dateTime(time) },
          ...(network === '' ? [] : [{ label: t('network'), value: network }]),
        ]}
      />
      <JournalBlock place={payout.journal} />
    </div>
  )
}
