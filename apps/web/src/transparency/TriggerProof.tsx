import { triggerChecks } from '@truemark/protocol/evidence/triggerChecks'
import type { TriggerEvidence } from '@truemark/protocol/routes/evidence'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../reader/door.ts'
import { Block, FactList, Findings } from './Block.tsx'
import { JournalBlock } from './JournalBlock.tsx'
import { SampleTable } from './SampleTable.tsx'

/** A stop-loss or take-profit that fired: the mark that passed it, what came of it, and the recorded seconds around it. */
export function TriggerProof({ trigger }: { trigger: TriggerEvidence }) {
  const t = useTranslations('transparency.trigger')
  const liquidation = useTranslations('transparency.liquidation')
  const check = useTranslations('transparency.check')
  const shell = useTranslations('shell.label')
  const { cause, symbol, state } = trigger
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3 rounded-card bg-surface p-4 tablet:p-6">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-20 font-semibold">{t('title', { cause, symbol })}</h2>
          {trigger.realm === 'demo' && <Badge tone="info">{shell('demo')}</Badge>}
          {trigger.simulated && <Badge tone="info">{shell('simulated')}</Badge>}
        </div>
        <p className="text-16 text-secondary">{t(state)}</p>
      </div>
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
          { key: 'position', label: t('position'), value: t(trigger.position) },
          { key: 'target', label: t('target'), value: price(trigger.target) },
          { key: 'mark', label: t('mark'), value: price(trigger.mark), note: dateTime(trigger.mark_time) },
          { key: 'previous', label: t('previous'), value: price(trigger.previous_mark) },
          { key: 'time', label: t('decided'), value: dateTime(trigger.time) },
          { key: 'lots', label: t('lots'), value: <Amount value={trigger.lots} decimalsMin={0} /> },
          {
            key: 'price',
            label: t('price'),
            value: price(trigger.price),
            note: closed === null ? undefined : dateTime(closed),
          },
        ]}
      />
    </Block>
  )
}
