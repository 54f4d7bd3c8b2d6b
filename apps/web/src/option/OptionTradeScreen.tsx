import type { SymbolView } from '@truemark/protocol/routes/market'
import type { OptionOrder, OptionType } from '@truemark/protocol/routes/option'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useOpenOptions } from '../data/account.ts'
import { useDraft } from '../data/draft.ts'
import { useChannels } from '../data/live.ts'
import { useBook } from '../data/marketStore.ts'
import { DisclosureGate } from '../disclosure/door.ts'
import { useFigure } from '../parts/useFigure.ts'
import {
  HeaderFigure,
  StoppedNotice,
  TradeFrame,
  TradeGate,
  useMarketBar,
  useUnfolding,
  type ChartLine,
} from '../trade/door.ts'
import { ConfirmOption } from './ConfirmOption.tsx'
import { LostOptions } from './LostOptions.tsx'
import { OptionsPanel } from './OptionsPanel.tsx'
import { OptionTicket } from './OptionTicket.tsx'
import { useOptionTerms } from './optionsQuery.ts'
import { isOptionForm, type OptionForm } from './ticketForm.ts'

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
        notices={
          <>
            <StoppedNotice text={barred} />
            <LostOptions />
          </>
        }
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
