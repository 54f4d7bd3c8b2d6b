import type { SymbolView } from '@truemark/protocol/routes/market'
import { TradeGate } from '../trade/door.ts'
import { FundingFigure } from './FundingFigure.tsx'
import { LotTrade } from './LotTrade.tsx'
import { MarkFigure } from './MarkFigure.tsx'
import { MultipleButton, MultipleSheet, SettingButtons, SettingSheet } from './SettingSheet.tsx'
import { useLotTicket } from './useLotTicket.ts'
import { useSetting } from './useSetting.ts'

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
