import { deskOptions, type DeskOption } from '@truemark/protocol/routes/deskOption'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useWhole } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { type Column, figureColumn, Heading, ListView, RowButton } from '../table/door.ts'
import { percentOf, useMarkets } from '../markets/door.ts'
import { OpenSheet } from './OpenSheet.tsx'
import { OptionSheet } from './OptionSheet.tsx'
import { usePercent, useSeconds } from './optionWords.ts'

const refreshMs = 10_000

/** Options: what is offered on each market, at what payout, and how much of the caps is used. */
export function OptionsScreen() {
  const t = useTranslations('desk')
  const list = useWhole(['options'], () => call(deskOptions, {}), { everyMs: refreshMs, csv: { list: deskOptions } })
  const mayWrite = useMay('desk_market_write')
  const [doing, setDoing] = useState<{ terms: DeskOption; turn: number } | null>(null)
  const [open, setOpen] = useState(false)
  const [opening, setOpening] = useState(false)
  const without = useMarkets().rows?.filter(({ symbol }) => !list.rows?.some((terms) => terms.symbol === symbol)) ?? []
  const models = list.rows ?? []
  const start = (terms: DeskOption) => {
    setDoing((last) => ({ terms, turn: (last?.turn ?? 0) + 1 }))
    setOpen(true)
  }
  return (
    <>
      <Heading
        title={t('menu.options')}
        text={t('options.explained')}
        actions={
          mayWrite && without.length > 0 && models.length > 0 ? (
            <Button kind="secondary" onClick={() => setOpening(true)}>
              {t('symbols.opening.action')}
            </Button>
          ) : undefined
        }
      />
      <ListView
        label={t('menu.options')}
        list={list}
        columns={useColumns()}
        rowKey={(terms) => terms.symbol}
        empty={{ drawing: 'market', title: t('options.empty') }}
        {...(mayWrite
          ? {
              actions: (terms: DeskOption) => (
                <RowButton
                  icon={SlidersHorizontal}
                  label={t('deed.edit')}
                  of={terms.symbol}
                  onPress={() => start(terms)}
                />
              ),
            }
          : {})}
      />
      {opening && (
        <OpenSheet without={without.map(({ symbol }) => symbol)} models={models} onClose={() => setOpening(false)} />
      )}
      {doing && <OptionSheet key={doing.turn} terms={doing.terms} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}

function useColumns(): readonly Column<DeskOption>[] {
  const t = useTranslations('desk')
  const percent = usePercent()
  const seconds = useSeconds()
  return [
    {
      key: 'symbol',
      head: t('common.symbol'),
      cell: (terms) => (
        <span className="inline-flex items-center gap-2">
          {terms.symbol}
          {!terms.on && <Badge tone="warning">{t('options.offBadge')}</Badge>}
        </span>
      ),
    },
    {
      key: 'modes',
      head: t('options.modes'),
      cell: (terms) => (
        <ul className="flex flex-wrap gap-1 py-1 max-wide:justify-end">
          {terms.trade_modes.map((mode) => (
            <li
              key={mode.trade_mode}
              className="figures rounded-chip bg-raised px-1.5 py-0.5 text-12 whitespace-nowrap"
            >
              {seconds(mode.trade_mode)}
              <span className="pl-1 font-medium text-primary">{percent(percentOf(mode.payout_rate))}</span>
            </li>
          ))}
        </ul>
      ),
    },
    figureColumn('amount', t('options.amount'), (terms) => (
      <>
        <Amount value={terms.amount_min} decimalsMin={0} /> – <Amount value={terms.amount_max} decimalsMin={0} />
      </>
    )),
    figureColumn('exposure', t('options.exposureMax'), (terms) => (
      <Amount value={terms.exposure_max} decimalsMin={0} />
    )),
    figureColumn('pool', t('options.poolDebtMax'), (terms) => <Amount value={terms.pool_debt_max} decimalsMin={0} />),
  ]
}
