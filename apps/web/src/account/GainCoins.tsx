import type { GainCoin } from '@truemark/protocol/routes/gains'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { useTranslations } from 'use-intl'
import { CardSection } from '../parts/CardSection.tsx'
import { AmountLine, Line } from '../parts/Line.tsx'
import { Gain } from './Gain.tsx'

/** Each coin over the year; what is nothing is left out. */
export function GainCoins({ coins }: { coins: readonly GainCoin[] }) {
  const t = useTranslations('funds.gains')
  if (coins.length === 0) return null
  return (
    <CardSection title={t('coins')}>
      <ul className="grid gap-3 desk:grid-cols-2">
        {coins.map((coin) => (
          <li key={coin.currency} className="flex break-inside-avoid flex-col gap-3 rounded-card bg-surface p-4">
            <div className="flex items-center justify-between gap-3">
              <h3 className="flex items-center gap-2 text-16 font-medium">
                <CoinMark code={coin.currency} />
                {coin.currency}
              </h3>
              {/[1-9]/.test(coin.disposed) && <Gain value={coin.gain} strong />}
            </div>
            <dl className="flex flex-col gap-1 text-14">
              <Figures coin={coin} />
            </dl>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

const amounts = [
  ['opening', 'opening'],
  ['movedIn', 'moved_in'],
  ['movedOut', 'moved_out'],
  ['disposed', 'disposed'],
  ['unknownAmount', 'unknown'],
] as const

function Figures({ coin }: { coin: GainCoin }) {
  const t = useTranslations('funds.gains')
  const isSome = (text: string): boolean => /[1-9]/.test(text)
  return (
    <>
      {amounts.map(([name, field]) =>
        isSome(coin[field]) ? (
          <AmountLine key={name} label={t(name)} value={coin[field]} unit={coin.currency} decimalsMax={8} />
        ) : null,
      )}
      {isSome(coin.disposed) && (
        <>
          <AmountLine label={t('proceeds')} value={coin.proceeds} unit="USDT" decimalsMax={2} />
          <AmountLine label={t('cost')} value={coin.cost} unit="USDT" decimalsMax={2} />
        </>
      )}
      <AmountLine label={t('closing')} value={coin.closing} unit={coin.currency} decimalsMax={8} />
      {isSome(coin.closing_cost) && (
        <AmountLine label={t('closingCost')} value={coin.closing_cost} unit="USDT" decimalsMax={2} />
      )}
      {isSome(coin.closing_unknown) && (
        <Line label={t('closingUnknown')}>
          <span className="figures">
            {coin.closing_unknown} {coin.currency}
          </span>
        </Line>
      )}
    </>
  )
}
