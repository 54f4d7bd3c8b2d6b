import { triggerChecks } from '@truemark/protocol/evidence/triggerChecks'
import type { TriggerEvidence } from '@truemark/protocol/routes/evidence'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { Block, FactList, Findings } from './Block.tsx'
import { JournalBlock } from './JournalBlock.tsx'
import { ProofHead } from './ProofHead.tsx'
import { SampleTable } from './SampleTable.tsx'

/** A stop-loss or take-profit that fired: the mark that passed it, what came of it, and the recorded seconds around it. */
export function TriggerProof({ trigger }: { trigger: TriggerEvidence }) {
  const t = useTranslations('transparency.trigger')
  const liquidation = useTranslations('transparency.liquidation')
  const check = useTranslations('transparency.check')
  const { cause, symbol, state } = trigger
  return (
    <div className="flex flex-col gap-8">
      <ProofHead title={t('title', { cause, symbol })} of={trigger}>
        <p className="text-16 text-secondary">{t(state)}</p>
      </ProofHead>
      <Block title={check('title')} text={check('leadTrigger')}>
        <Findings
          findings={triggerChecks(trigger).map(({ name, holds }) => ({
            key: name,
            holds,
            text: name === 'before' && holds === null ? t('checks.late') : t(`checks.${name}`),
          }))}
        />
      </Block>
      <Facts trigger={trigger} />
      <Block title={liquidation('seconds')} text={liquidation('secondsText')}>
        <SampleTable symbol={symbol} samples={trigger.samples} marked={null} />
      </Block>
      <JournalBlock place={trigger.journal} />
    </div>
  )
}

function Facts({ trigger }: { trigger: TriggerEvidence }) {
  const t = useTranslations('transparency.trigger')
  const dateTime = useDateTime()
  const { closed } = trigger
  const price = (text: string | null) => <Amount value={text ?? undefined} unit="USDT" decimalsMin={0} />
  return (
    <Block title={t('facts')} text={t('rule')}>
      <FactList
        facts={[
          { label: t('position'), value: t(trigger.position) },
          { label: t('target'), value: price(trigger.target) },
          { label: t('mark'), value: price(trigger.mark), note: dateTime(trigger.mark_time) },
          { label: t('previous'), value: price(trigger.previous_mark) },
          { label: t('decided'), value: dateTime(trigger.time) },
          { label: t('lots'), value: <Amount value={trigger.lots} decimalsMin={0} /> },
          {
            label: t('price'),
            value: price(trigger.price),
            note: closed === null ? undefined : dateTime(closed),
          },
        ]}
      />
    </Block>
  )
}
