import { useQuery } from '@tanstack/react-query'
import { type DerivativeTerms, derivativeTermsAll } from '@truemark/protocol/routes/derivative'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { ruleVersions as versionsRoute, transparencyRules } from '@truemark/protocol/routes/transparency'
import { ruleVersions } from '@truemark/protocol/ruleVersions'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { useDateTime } from '../i18n/door.ts'
import { Block, FactList, FigureTable } from './Block.tsx'
import { BracketHistory } from './BracketHistory.tsx'
import { grouped } from './figures.ts'
import { TermsNow } from './TermsNow.tsx'
import { useWritten } from './useWritten.ts'
import { WalletTermsPart } from './WalletTermsPart.tsx'

type Rules = AnswerOf<typeof transparencyRules>

/** Fees, spreads, terms and limits as the engine applies them. */
export function RulesPart() {
  const query = useQuery({ queryKey: ['transparency', 'rules'], queryFn: () => call(transparencyRules, {}) })
  const derivatives = useQuery({ queryKey: ['transparency', 'terms'], queryFn: () => call(derivativeTermsAll, {}) })
  return (
    <Loaded query={query}>
      {(rules) => (
        <div className="flex flex-col gap-10">
          <Principles />
          <SpotFees rules={rules} />
          {derivatives.data !== undefined && derivatives.data.length > 0 && <LeverageFees terms={derivatives.data} />}
          {derivatives.data !== undefined && derivatives.data.length > 0 && <BracketHistory />}
          <OptionTerms rules={rules} />
          <OtherFees rules={rules} />
          <WalletTermsPart />
          <TermsNow terms={rules.terms} />
          <Limits rules={rules} />
          <Versions />
        </div>
      )}
    </Loaded>
  )
}

const principles = ['same', 'fixed', 'ledger', 'liquidation', 'stops', 'tie', 'void'] as const

function Principles() {
  const t = useTranslations('transparency.rules')
  return (
    <Block title={t('principles')}>
      <ol className="flex flex-col overflow-hidden rounded-card bg-surface">
        {principles.map((name) => (
          <li key={name} className="flex flex-col gap-0.5 px-4 py-3 hairline-b last:shadow-none">
            <span className="text-16 font-medium">{t(`principle.${name}.title`)}</span>
            <span className="max-w-[72ch] text-14 text-secondary">{t(`principle.${name}.text`)}</span>
          </li>
        ))}
      </ol>
    </Block>
  )
}

const spotSaid = (row: Rules['symbols'][number]) => [
  row.fee_rate_maker,
  row.fee_rate_taker,
  row.half_spread_rate,
  row.collar_rate,
]

const leverageSaid = (row: DerivativeTerms) => [
  row.fee_rate,
  row.fee_rate_maker,
  row.fee_rate_taker,
  row.brackets[0]?.maintenance_rate ?? '',
  String(row.brackets[0]?.multiple_max ?? ''),
]

/** The markets of which a row holds. */
function Markets({ symbols }: { symbols: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-x-2">
      {symbols.map((symbol) => (
        <span key={symbol}>{symbol}</span>
      ))}
    </span>
  )
}

function SpotFees({ rules }: { rules: Rules }) {
  const t = useTranslations('transparency.rules')
  const { percent } = useWritten()
  return (
    <Block title={t('spot')} text={t('spotText')}>
      <FigureTable
        label={t('spot')}
        rows={grouped(rules.symbols, spotSaid)}
        rowKey={({ symbols }) => symbols.join(' ')}
        columns={[
          { head: t('market'), start: true, cell: Markets },
          { head: t('maker'), cell: ({ row }) => percent(row.fee_rate_maker) },
          { head: t('taker'), cell: ({ row }) => percent(row.fee_rate_taker) },
          { head: t('spread'), cell: ({ row }) => percent(row.half_spread_rate) },
          { head: t('collar'), cell: ({ row }) => percent(row.collar_rate) },
        ]}
      />
    </Block>
  )
}

function LeverageFees({ terms }: { terms: readonly DerivativeTerms[] }) {
  const t = useTranslations('transparency.rules')
  const { percent } = useWritten()
  return (
    <Block title={t('leverage')} text={t('leverageText')}>
      <FigureTable
        label={t('leverage')}
        rows={grouped(terms, leverageSaid)}
        rowKey={({ symbols }) => symbols.join(' ')}
        columns={[
          { head: t('market'), start: true, cell: Markets },
          { head: t('contractFee'), cell: ({ row }) => percent(row.fee_rate) },
          { head: t('perpetualMaker'), cell: ({ row }) => percent(row.fee_rate_maker) },
          { head: t('perpetualTaker'), cell: ({ row }) => percent(row.fee_rate_taker) },
          {
            head: t('maintenance'),
            cell: ({ row }) => percent(row.brackets[0]?.maintenance_rate ?? '0'),
          },
          { head: t('multiple'), cell: ({ row }) => `${row.brackets[0]?.multiple_max ?? 1}×` },
        ]}
      />
    </Block>
  )
}

function OptionTerms({ rules }: { rules: Rules }) {
  const t = useTranslations('transparency.rules')
  const { needed, percent, span } = useWritten()
  const modes = rules.options[0]?.trade_modes ?? []
  if (modes.length === 0) return null
  return (
    <Block title={t('options')} text={t('optionsText')}>
      <FigureTable
        label={t('options')}
        rows={modes}
        rowKey={(mode) => String(mode.trade_mode)}
        columns={[
          { head: t('duration'), start: true, cell: (mode) => span(1_000 * mode.trade_mode) },
          { head: t('payout'), cell: (mode) => percent(mode.payout_rate) },
          { head: t('breakEven'), cell: (mode) => needed(mode.break_even_rate) },
        ]}
      />
    </Block>
  )
}

function OtherFees({ rules }: { rules: Rules }) {
  const t = useTranslations('transparency.rules')
  const { percent, span } = useWritten()
  return (
    <Block title={t('other')}>
      <FactList
        facts={[
          { label: t('exchangeFee'), value: percent(rules.exchange_fee_rate) },
          { label: t('withdrawalFee'), value: percent(rules.withdrawal.fee_rate) },
          { label: t('withdrawalDeadline'), value: span(rules.withdrawal.deadline) },
          { label: t('transferFee'), value: percent('0') },
        ]}
      />
    </Block>
  )
}

function Limits({ rules }: { rules: Rules }) {
  const t = useTranslations('transparency.rules')
  const { figure, span } = useWritten()
  const written = ({ value, unit }: Rules['rules'][number]) => (unit === 'ms' ? span(Number(value)) : figure(value))
  const known = rules.rules.flatMap((rule) => (isRuleName(rule.name) ? [{ ...rule, name: rule.name }] : []))
  return (
    <Block title={t('limits')} text={t('limitsText', { version: rules.version })}>
      <FactList
        facts={known.map((rule: Rules['rules'][number] & { name: RuleName }) => ({
          key: rule.name,
          label: t(`rule.${rule.name}`),
          value: written(rule),
        }))}
      />
    </Block>
  )
}

/** Which versions have held here, since when, and what each has changed. */
function Versions() {
  const t = useTranslations('transparency.rules')
  const dateTime = useDateTime()
  const query = useQuery({ queryKey: ['transparency', 'versions'], queryFn: () => call(versionsRoute, {}) })
  return (
    <Block title={t('versions')} text={t('versionsText')}>
      <Loaded query={query}>
        {(held) => (
          <FactList
            facts={held.map(({ version, since }) => {
              // one that a newer server adds is told by its number alone
              const known = ruleVersions.find((one) => one.version === version)
              return {
                key: String(since),
                label: t('versionNumber', { version }),
                value: dateTime(since),
                note: known && t(`changed.v${known.version}`),
              }
            })}
          />
        )}
      </Loaded>
    </Block>
  )
}

/** The engine's published constants that have a text; one that a newer server adds is not shown by an older app. */
const ruleNames = [
  'house_quotes_age_max',
  'trading_index_age_max',
  'market_open_index_age_max',
  'sources_min_real',
  'sources_min_demo',
  'open_orders_max',
  'fills_per_order_max',
  'lots_min',
  'lots_max',
  'positions_max',
  'funding_every',
  'option_entry_after',
  'option_entry_until',
  'option_exit_within',
  'option_rebuild_within',
  'option_sources_min_real',
  'option_open_max',
] as const
type RuleName = (typeof ruleNames)[number]

/** Whether a name is one of them. */
function isRuleName(name: string): name is RuleName {
  return ruleNames.some((one) => one === name)
}
