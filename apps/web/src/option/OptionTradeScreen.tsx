import type { SymbolView } from '@truemark/protocol/routes/market'
import type { OptionType } from '@truemark/protocol/routes/option'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOpenOptions } from '../data/account.ts'
import { useChannels } from '../data/live.ts'
import { TradeFrame, TradeGate, useFigure, useUnfolding, type ChartLine } from '../trade/door.ts'
import { ConfirmOption } from './ConfirmOption.tsx'
import { LostOptions } from './LostOptions.tsx'
import { OptionsPanel } from './OptionsPanel.tsx'
import { OptionTicket } from './OptionTicket.tsx'
import { useOptionTerms } from './optionsQuery.ts'
import type { OptionForm } from './ticketForm.ts'

const firstForm: OptionForm = { type: 'up', tradeMode: 60, amount: '' }

/** Options in one market. */
export function OptionTradeScreen() {
  return <TradeGate Trade={Trade} />
}

function Trade({ market }: { market: SymbolView }) {
  const { symbol } = market
  const t = useTranslations('option')
  const terms = useOptionTerms(symbol)
  const [form, setForm] = useState(firstForm)
  const lines = useEntryLines(symbol)
  const { confirming, setConfirming, unfolded, setUnfolded } = useUnfolding()
  // the book's messages carry the index that options are settled on
  useChannels(useMemo(() => [{ kind: 'book', symbol }], [symbol]))
  const choose = (type: OptionType) => setForm((now) => ({ ...now, type }))
  const action = (type: OptionType) => ({ kind: type, label: t(type), onPress: () => choose(type) }) as const
  return (
    <>
      <TradeFrame
        market={market}
        product="option"
        amounts={null}
        lines={lines}
        notices={<LostOptions />}
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
        panelLabel={t('open')}
      />
      {terms && (
        <ConfirmOption
          open={confirming}
          onOpenChange={setConfirming}
          market={market}
          terms={terms}
          form={form}
          onPlaced={() => {
            setForm((now) => ({ ...now, amount: '' }))
            setUnfolded(false)
          }}
        />
      )}
    </>
  )
}

/** The entries of the account's open options in a market, as lines of its chart. */
function useEntryLines(symbol: string): readonly ChartLine[] {
  const t = useTranslations('option')
  const figure = useFigure()
  const options = useOpenOptions()
  const drawn = (options ?? [])
    .filter((option) => option.symbol === symbol && option.entry_price !== null)
    .map(({ order_id: id, entry_price: price, type, order_amount: amount }) => {
      return { id, price: price ?? '', label: `${type === 'up' ? '↑' : '↓'} ${t(type)} ${figure(amount)}`, tone: type }
    })
  const name = JSON.stringify(drawn)
  // the same lines must stay the same array, or the chart draws them anew
  return useMemo((): readonly ChartLine[] => JSON.parse(name), [name])
}
