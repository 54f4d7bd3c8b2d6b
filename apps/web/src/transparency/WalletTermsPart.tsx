import { useQuery } from '@tanstack/react-query'
import { hourMs } from '@truemark/core/money/units'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { walletTermsPublic, type WalletTermsChange } from '@truemark/protocol/routes/transparency'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useDateTime } from '../i18n/door.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Block, FactList } from './Block.tsx'
import { useWritten } from './useWritten.ts'

type Public = AnswerOf<typeof walletTermsPublic>

const levels = ['none', 'primary', 'advanced'] as const
const plainNames = ['fee_rate', 'fee_min', 'deposit_min', 'withdrawal_min', 'four_eyes_min', 'review_hours'] as const
type PlainName = (typeof plainNames)[number]

/** Every figure of the terms of deposits and withdrawals, and who by role has changed which. */
export function WalletTermsPart() {
  const t = useTranslations('transparency.walletTerms')
  const query = useQuery({ queryKey: ['transparency', 'walletTerms'], queryFn: () => call(walletTermsPublic, {}) })
  return (
    <Loaded query={query}>
      {({ terms, alone_day_max: alone, changes }) => (
        <>
          <Figures terms={terms} alone={alone} />
          <Block title={t('changes')}>
            {changes.length === 0 ? (
              <p className="text-14 text-secondary">{t('none')}</p>
            ) : (
              <ul className="overflow-hidden rounded-card bg-surface">
                {changes.map((change) => (
                  <ChangeRow key={`${change.time} ${JSON.stringify(change.figures)}`} change={change} />
                ))}
              </ul>
            )}
          </Block>
        </>
      )}
    </Loaded>
  )
}

function Figures({ terms, alone }: { terms: Public['terms']; alone: Public['alone_day_max'] }) {
  const t = useTranslations('transparency.walletTerms')
  const { nameOf, valueOf } = useFigures()
  const below = { label: t('alone'), value: t('below', { amount: valueOf('alone', alone) }) }
  const rows: [string, string | null][] = [
    ...plainNames.map((name): [string, string] => [name, String(terms[name])]),
    ...levels.map((level): [string, string | null] => [`deposit_day_max ${level}`, terms.deposit_day_max[level]]),
    ...levels.map((level): [string, string | null] => [`withdrawal_day_max ${level}`, terms.withdrawal_day_max[level]]),
  ]
  return (
    <Block title={t('title')} text={t('text')}>
      <FactList
        facts={[
          ...rows.map(([name, text]) => ({ key: name, label: nameOf(name), value: valueOf(name, text ?? '∞') })),
          below,
        ]}
      />
    </Block>
  )
}

function ChangeRow({ change: { time, role, figures } }: { change: WalletTermsChange }) {
  const t = useTranslations('transparency.walletTerms')
  const dateTime = useDateTime()
  const { nameOf, valueOf } = useFigures()
  return (
    <li className="flex flex-col gap-1 px-4 py-3 text-14 hairline-b last:shadow-none">
      <span className="figures text-secondary">
        {dateTime(time)}
        {role !== null && ` · ${t('by', { role: t(`role.${role}`) })}`}
      </span>
      {figures.map(({ name, before, after }) => (
        <span key={name} className="flex flex-wrap justify-between gap-x-6">
          <span>{nameOf(name)}</span>
          <span className="figures ml-auto text-right">
            {t('change', { from: before === null ? '–' : valueOf(name, before), to: valueOf(name, after) })}
          </span>
        </span>
      ))}
    </li>
  )
}

/** Writes the figures' names and values; one that a newer server adds is told by its own name. */
function useFigures() {
  const t = useTranslations('transparency.walletTerms')
  const { figure, percent, span } = useWritten()
  const plain = (name: string): PlainName | undefined => plainNames.find((one) => one === name)
  return {
    nameOf: (name: string): string => {
      const known = plain(name)
      if (known) return t(`figure.${known}`)
      const [limit, level = ''] = name.split(' ')
      if (limit === 'deposit_day_max') return t('deposits', { level })
      return limit === 'withdrawal_day_max' ? t('withdrawals', { level }) : name
    },
    valueOf: (name: string, text: string): string => {
      if (text === '∞') return t('unlimited')
      if (name === 'fee_rate') return percent(text)
      return name === 'review_hours' ? span(Number(text) * hourMs) : `${figure(text)} USDT`
    },
  }
}
