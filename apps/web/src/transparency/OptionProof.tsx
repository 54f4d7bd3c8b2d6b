import { optionChecks } from '@truemark/protocol/evidence/optionChecks'
import type { OptionEvidence } from '@truemark/protocol/routes/evidence'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { compareFigures } from '@truemark/ui/figures/compare'
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { useDateTime } from '../i18n/door.ts'
import { Block, FactList, Findings } from './Block.tsx'
import { JournalBlock } from './JournalBlock.tsx'
import { ProofHead } from './ProofHead.tsx'
import { SampleTable } from './SampleTable.tsx'
import { SourcesBlock } from './SourcesBlock.tsx'
import { useWritten } from './useWritten.ts'

/** An option, what it was settled on, and the same reckoned anew in this browser. */
export function OptionProof({ option }: { option: OptionEvidence }) {
  const t = useTranslations('transparency.option')
  const check = useTranslations('transparency.check')
  const checks = optionChecks(option)
  const holds = checks.length > 0 && checks.every((one) => one.holds !== false)
  return (
    <div className="flex flex-col gap-8">
      <Verdict option={option} />
      {checks.length > 0 && (
        <Block title={check('title')} text={check('lead')}>
          <Findings
            findings={checks.map(({ name, holds: is }) => ({ key: name, holds: is, text: t(`checks.${name}`) }))}
          />
          {(option.status !== 'open' || !holds) && (
            <output className="text-14 font-medium">{holds ? check('allHold') : check('someFail')}</output>
          )}
        </Block>
      )}
      <Facts option={option} />
      {option.exit !== null && (
        <Block title={t('exitSeconds')} text={t(`exit.${option.exit.state}`)}>
          <SampleTable symbol={option.symbol} samples={option.exit.samples} marked={option.exit.sample_time} />
        </Block>
      )}
      <Block title={t('entrySeconds')} text={t('entryRule')}>
        <SampleTable symbol={option.symbol} samples={option.entry_samples} marked={option.entry?.time ?? null} />
      </Block>
      <SourcesBlock option={option} />
      <JournalBlock place={option.journal} />
    </div>
  )
}

function Verdict({ option }: { option: OptionEvidence }) {
  const t = useTranslations('transparency.option')
  const { entry, exit_price: exit } = option
  return (
    <ProofHead title={t('title', { type: option.type, symbol: option.symbol })} of={option}>
      {entry !== null && exit !== null && <PricePath entry={entry.price} exit={exit} />}
      <p className="text-16">
        {option.outcome !== null
          ? t(`outcome.${option.outcome}`)
          : option.reason !== null
            ? t(`void.${option.reason}`)
            : entry === null
              ? t('waiting')
              : t('running')}
      </p>
    </ProofHead>
  )
}

function Facts({ option }: { option: OptionEvidence }) {
  const t = useTranslations('transparency.option')
  const dateTime = useDateTime()
  const { percent, span } = useWritten()
  const price = (text: string | null) => <Amount value={text ?? undefined} unit="USDT" decimalsMin={0} />
  const { entry, exit } = option
  return (
    <Block title={t('terms')} text={t('termsFixed')}>
      <FactList
        facts={[
          { label: t('accepted'), value: dateTime(option.accepted) },
          { label: t('duration'), value: span(1_000 * option.trade_mode) },
          { label: t('payout'), value: percent(option.payout_rate) },
          { label: t('tie'), value: t(`tieRule.${option.tie_rule}`) },
          {
            label: t('entry'),
            value: price(entry?.price ?? null),
            note: entry === null ? undefined : t('sampled', { time: dateTime(entry.time), count: entry.sources }),
          },
          {
            label: t('expiration'),
            value: option.expiration === null ? '--' : dateTime(option.expiration),
          },
          {
            label: t('exitPrice'),
            value: price(option.exit_price),
            note:
              typeof exit?.sample_time === 'number'
                ? t('sampled', { time: dateTime(exit.sample_time), count: exit.sources ?? 0 })
                : undefined,
          },
        ]}
      />
    </Block>
  )
}

/** From one price to another: which of them is higher is all that counts. */
function PricePath({ entry, exit }: { entry: string; exit: string }) {
  const t = useTranslations('transparency.option')
  const move = compareFigures(exit, entry) ?? 0
  const Arrow = move > 0 ? ArrowUpRight : move < 0 ? ArrowDownRight : ArrowRight
  const tone = move > 0 ? 'text-up' : move < 0 ? 'text-down' : 'text-quiet'
  return (
    <dl className="flex flex-wrap items-end gap-x-5 gap-y-3">
      <div className="flex flex-col">
        <dt className="text-12 text-quiet">{t('entry')}</dt>
        <dd className="text-28 leading-tight font-semibold">
          <Amount value={entry} decimalsMin={0} />
        </dd>
      </div>
      <Arrow size={28} strokeWidth={1.5} aria-hidden="true" className={`mb-0.5 ${tone}`} />
      <div className="flex flex-col">
        <dt className="text-12 text-quiet">{t('exitPrice')}</dt>
        <dd className="text-28 leading-tight font-semibold">
          <Amount value={exit} decimalsMin={0} />
        </dd>
      </div>
    </dl>
  )
}
