import type { SymbolView } from '@truemark/protocol/routes/market'
import type { OptionOrder, OptionType } from '@truemark/protocol/routes/option'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useStore } from 'zustand'
import { accountStore, useOpenOptions } from '../data/account.ts'
import { useDraft } from '../data/draft.ts'
import { useChannels } from '../data/live.ts'
import { useBook } from '../data/marketStore.ts'
import { DisclosureGate } from '../disclosure/door.ts'
import { useFigure } from '../parts/useFigure.ts'
import {
  type ChartLine,
  HeaderFigure,
  StoppedNotice,
  TradeFrame,
  TradeGate,
  useMarketBar,
  useUnfolding,
} from '../trade/door.ts'
import { TextLink } from '../parts/TextLink.tsx'
import { ConfirmOption } from './ConfirmOption.tsx'
import { OptionTicket } from './OptionTicket.tsx'
import { useOptionTerms } from './optionsQuery.ts'
import { isOptionForm, type OptionForm } from './ticketForm.ts'
import { OpenOptions } from './OpenOptions.tsx'
import { OptionHistory } from './OptionHistory.tsx'
import { OptionRow } from './OptionRow.tsx'

const arrows = { up: '↑', down: '↓' } as const
const firstForm: OptionForm = { type: 'up', tradeMode: 60, amount: '' }

/** Options in one market. */
export function OptionTradeScreen() {
  return <TradeGate Trade={Trade} />
}

function Trade({ market }: { market: SymbolView }) {
  const { symbol } = market
  const t = useTranslations('option')
  const terms = useOptionTerms(symbol)
  const [form, setForm] = useDraft(`option ${symbol}`, firstForm, isOptionForm)
  const lines = useEntryLines(symbol)
  const barred = useMarketBar(market)
  const { confirming, setConfirming, unfolded, setUnfolded } = useUnfolding()
  // the book's messages carry the index that options are settled on
  useChannels(useMemo(() => [{ kind: 'book', symbol }], [symbol]))
  const choose = (type: OptionType) => setForm({ ...form, type })
  const action = (type: OptionType) => ({ kind: type, label: t(type), onPress: () => choose(type) }) as const
  return (
    <>
      <TradeFrame
        market={market}
        product="option"
        amounts={null}
        lines={lines}
        figures={<Index market={market} />}
        notices={<StoppedNotice text={barred} />}
        ticket={
          <OptionTicket
            market={market}
            terms={terms}
            form={form}
            onChange={setForm}
            onConfirm={(type) => {
              choose(type)
              setConfirming(true)
            }}
          />
        }
        actions={[action('up'), action('down')]}
        unfolded={unfolded}
        onUnfold={setUnfolded}
        onPrice={() => undefined}
        panel={<OptionsPanel symbol={symbol} />}
        panelLabel={t('orders')}
      />
      {terms && (
        <DisclosureGate product="option" open={confirming} onOpenChange={setConfirming}>
          {(open) => (
            <ConfirmOption
              open={open}
              onOpenChange={setConfirming}
              market={market}
              terms={terms}
              form={form}
              onPlaced={() => {
                setForm({ ...form, amount: '' })
                setUnfolded(false)
              }}
            />
          )}
        </DisclosureGate>
      )}
    </>
  )
}

/** The index, on which options enter and settle; the price above it is the reference market's last trade. */
function Index({ market }: { market: SymbolView }) {
  const t = useTranslations('option')
  const index = useBook(market.symbol)?.mark ?? market.index
  return (
    <HeaderFigure label={t('currentPrice')}>
      <Amount value={index ?? undefined} decimalsMin={market.price_decimals} />
    </HeaderFigure>
  )
}

/** The entries of the account's open options in a market, as lines of its chart. */
function useEntryLines(symbol: string): readonly ChartLine[] {
  const figure = useFigure()
  const options = useOpenOptions()
  const byPrice = new Map<string, OptionOrder[]>()
  for (const option of options ?? []) {
    const { entry_price: price } = option
    if (option.symbol === symbol && price !== null) byPrice.set(price, [...(byPrice.get(price) ?? []), option])
  }
  const drawn = [...byPrice].map(([price, entered]): ChartLine => {
    const label = entered.map(({ type, order_amount: amount }) => `${arrows[type]} ${figure(amount)}`).join('  ')
    const types = new Set(entered.map(({ type }) => type))
    return { id: price, price, label, tone: types.size > 1 ? 'primary' : types.has('up') ? 'up' : 'down' }
  })
  const name = JSON.stringify(drawn)
  // the same lines must stay the same array, or the chart draws them anew
  return useMemo((): readonly ChartLine[] => JSON.parse(name), [name])
}

/** The account's options in this market: the open ones and those that have ended. */
function OptionsPanel({ symbol }: { symbol: string }) {
  const t = useTranslations('option')
  const shell = useTranslations('shell.action')
  const panel = useId()
  const [tab, setTab] = useState<'open' | 'history'>('open')
  const count = useOpenOptions()?.filter((option) => option.symbol === symbol).length ?? 0
  return (
    <section aria-label={t('orders')} className="flex min-h-0 flex-col">
      <div className="flex items-center justify-between pr-4 hairline-b">
        <Tabs
          label={t('orders')}
          value={tab}
          controls={panel}
          items={[
            { value: 'open', label: count === 0 ? t('open') : `${t('open')} (${count})` },
            { value: 'history', label: t('history') },
          ]}
          onValueChange={setTab}
          className="pl-1"
        />
        <TextLink to="/market/trade/option_orders">{shell('seeAll')}</TextLink>
      </div>
      <TabPanel id={panel} tab={tab} className="min-h-0 flex-1 overflow-y-auto">
        {tab === 'open' && <LastResult symbol={symbol} />}
        {tab === 'open' ? <OpenOptions symbol={symbol} /> : <OptionHistory filter={{ symbol }} />}
      </TabPanel>
    </section>
  )
}

/** How the option that ended last in this market came out, for as long as nothing newer is open. */
function LastResult({ symbol }: { symbol: string }) {
  const change = useStore(accountStore, (state) =>
    state.orderChanges.find(({ game, option }) => game === 'option' && option?.symbol === symbol),
  )
  const option = change?.option
  if (!option || option.status === 'open') return null
  return (
    <output className="@container block bg-surface">
      <ul>
        <OptionRow option={option} />
      </ul>
    </output>
  )
}
