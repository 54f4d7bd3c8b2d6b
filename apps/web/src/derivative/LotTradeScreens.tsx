import type { SymbolView } from '@truemark/protocol/routes/market'
import type { PerpetualSetting } from '@truemark/protocol/routes/perpetual'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { HeaderFigure, TradeGate } from '../trade/door.ts'
import { useDerivatives } from '../data/account.ts'
import { secondsLeft, useClock } from '../data/clock.ts'
import { LotTrade } from './LotTrade.tsx'
import { MarkFigure } from './MarkFigure.tsx'
import { MultipleButton, MultipleSheet, SettingButtons, SettingSheet } from './SettingSheet.tsx'
import { useLotTicket } from './useLotTicket.ts'
import { FundingSheet } from './FundingSheet.tsx'
import { countdown } from './fundingText.ts'
import { useFunding, useRatePercent } from './useFunding.ts'

/** Contract trading in one market: each order a ticket with a margin of its own. */
export function ContractTradeScreen() {
  return <TradeGate Trade={Contract} />
}

function Contract({ market }: { market: SymbolView }) {
  const ticket = useLotTicket(market, 'contract', null)
  return (
    <LotTrade
      market={market}
      ticket={ticket}
      figures={<MarkFigure market={market} />}
      setting={(onPress) => <MultipleButton multiple={ticket.multiple} onPress={onPress} />}
      settingSheet={(onDone) => <MultipleSheet ticket={ticket} onDone={onDone} />}
    />
  )
}

/** Perpetual trading in one market: one net position, in the cross account or on a margin of its own. */
export function PerpetualTradeScreen() {
  return <TradeGate Trade={Perpetual} />
}

function Perpetual({ market }: { market: SymbolView }) {
  const setting = useSetting(market.symbol)
  return (
    <LotTrade
      market={market}
      ticket={useLotTicket(market, 'perpetual', setting)}
      figures={<FundingFigure market={market} />}
      setting={(onPress) => <SettingButtons setting={setting} onPress={onPress} />}
      settingSheet={(onDone) => <SettingSheet symbol={market.symbol} setting={setting} onDone={onDone} />}
    />
  )
}

/** What a market stands at before its owner sets anything. */
const first = { mode: 'cross', multiple: 10, changeable: true } as const

/** How a market's perpetual is margined, live: once something is open there, nothing can be changed. */
function useSetting(symbol: string): PerpetualSetting {
  const derivatives = useDerivatives()
  return useMemo(() => {
    const kept = derivatives?.account.settings.find((each) => each.symbol === symbol)
    const setting = kept ?? { symbol, ...first }
    const position = derivatives?.positions.find((each) => each.symbol === symbol)
    const open = position !== undefined || derivatives?.orders.some((each) => each.symbol === symbol)
    return {
      symbol,
      mode: position?.mode ?? setting.mode,
      multiple: position?.multiple ?? setting.multiple,
      changeable: setting.changeable && open !== true,
    }
  }, [derivatives, symbol])
}

/** Mark, and the funding rate so far with the countdown to its payment; a press shows its history. */
function FundingFigure({ market }: { market: SymbolView }) {
  const t = useTranslations('perpetual')
  const percent = useRatePercent()
  const funding = useFunding(market.symbol).data?.pages[0]
  const [open, setOpen] = useState(false)
  return (
    <>
      <MarkFigure market={market} />
      <HeaderFigure label={t('fundingRate')}>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${t('fundingRate')} ${funding === undefined ? '--' : percent(funding.rate)}`}
          onClick={() => setOpen(true)}
          className="figures relative -outline-offset-2 underline decoration-line underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-3.5 hover:text-text"
        >
          {funding === undefined ? '--' : percent(funding.rate)}
          {funding && <Countdown until={funding.next_time} />}
        </button>
      </HeaderFigure>
      {open && <FundingSheet market={market} onDone={() => setOpen(false)} />}
    </>
  )
}

/** Runs on the server's clock, in a part of its own, so that nothing else is drawn each second; the sheet says the moment. */
function Countdown({ until }: { until: number }) {
  return (
    <span aria-hidden="true" className="text-quiet">
      {' '}
      · {countdown(secondsLeft(until, useClock()))}
    </span>
  )
}
