import type { OptionOrder } from '@truemark/protocol/routes/option'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { joined } from '@truemark/ui/primitives/joined'
import { useTranslations } from 'use-intl'
import { secondsLeft, useClock } from '../data/clock.ts'
import { useBook } from '../data/marketStore.ts'
import { earningsWith, standingAt } from './figures.ts'
import { OptionFrame } from './OptionRow.tsx'
import { clockText } from './wording.ts'

const standings = { win: ['ahead', 'text-up'], loss: ['behind', 'text-down'], tie: ['level', 'text-text'] } as const

/** An option that waits or runs: its entry, the index now, how it stands and the time that is left. */
export function OpenOption({ option }: { option: OptionOrder }) {
  const t = useTranslations('option')
  const shell = useTranslations('shell.label')
  const index = useBook(option.symbol)?.mark ?? option.current_price
  return (
    <OptionFrame
      option={option}
      aside={option.simulated && <Badge tone="info">{shell('simulated')}</Badge>}
      standing={<Standing option={option} index={index} />}
      price={{ label: t('currentPrice'), value: index }}
    >
      <TimeLeft option={option} />
    </OptionFrame>
  )
}

function Standing({ option, index }: { option: OptionOrder; index: string | null }) {
  const t = useTranslations('option')
  const standing = standingAt(option, index)
  if (standing === null) return <span className="text-right text-12 text-secondary">{t('waiting')}</span>
  const [word, tone] = standings[standing.outcome]
  return (
    <span className={joined('flex flex-col items-end', tone)}>
      <Amount
        value={earningsWith(option, standing.outcome)}
        unit="USDT"
        decimalsMin={0}
        signed
        className="text-16 font-semibold"
      />
      <span className="text-12">{t(word)}</span>
    </span>
  )
}

function TimeLeft({ option }: { option: OptionOrder }) {
  const t = useTranslations('option')
  const now = useClock()
  const { expiration_time: expiration, trade_mode: mode } = option
  if (expiration === null) return null
  const left = secondsLeft(expiration, now)
  if (left === 0) return <p className="text-12 text-secondary">{t('settling')}</p>
  return (
    <div className="flex items-center gap-3">
      <div aria-hidden="true" className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-raised">
        <div
          className="h-full origin-left rounded-full bg-primary motion-safe:transition-transform motion-safe:duration-1000 motion-safe:ease-linear"
          style={{ transform: `scaleX(${Math.min(1, left / mode)})` }}
        />
      </div>
      <span className="text-12 text-quiet">{t('countdown')}</span>
      <span role="timer" className="figures min-w-10 text-right text-14 font-medium">
        {clockText(left)}
      </span>
    </div>
  )
}
