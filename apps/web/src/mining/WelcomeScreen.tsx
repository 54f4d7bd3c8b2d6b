import { incomeOf, redemptionCost } from '@truemark/core/mining/terms'
import { formatDecimal } from '@truemark/core/money/decimal'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { Card } from '@truemark/ui/primitives/Card'
import { CalendarCheck, LockKeyhole, Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { RiskLine } from '../parts/RiskLine.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { MiningFrame } from './MiningFrame.tsx'

const steps = [
  { Icon: LockKeyhole, title: 'lockTitle', text: 'lockText' },
  { Icon: CalendarCheck, title: 'earnTitle', text: 'earnText' },
  { Icon: Undo2, title: 'backTitle', text: 'backText' },
] as const

/** What locked mining is, before any product: the risk, the three steps, an example that is reckoned out. */
export function WelcomeScreen() {
  return (
    <MiningFrame title="miningWelcome" leads>
      <Welcome />
    </MiningFrame>
  )
}

function Welcome() {
  const t = useTranslations('mining')
  return (
    <div className="flex flex-col gap-4 desk:max-w-192">
      <RiskLine text={t('risk')} />
      <h2 className="pt-1 text-20 font-semibold">{t('welcome.title')}</h2>
      <ol className="flex flex-col gap-3">
        {steps.map(({ Icon, title, text }) => (
          <li key={title} className="flex items-start gap-4 rounded-card bg-surface p-4">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary">
              <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
            </span>
            <span className="flex min-w-0 flex-col gap-1">
              <span className="text-16 font-medium">{t(`welcome.${title}`)}</span>
              <span className="text-14 text-secondary">{t(`welcome.${text}`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <Example />
      <p className="text-14 text-quiet">{t('welcome.name')}</p>
      <Link to="/lockming/lockming" className={buttonClass('primary', false, true)}>
        {t('toProducts')}
      </Link>
    </div>
  )
}

const unit = 1_000_000n
const scale = 6
/** The specification's example: 10 000 USDT for 5 days at 0.3 % to 0.4 %, and 1 000 redeemed at 2 %. */
const example = {
  amount: 10_000n * unit,
  days: 5,
  rates: [3_000_000, 4_000_000],
  early: 1_000n * unit,
  cost: 20_000_000,
}

function Example() {
  const t = useTranslations('mining')
  const figure = useFigure()
  const text = (units: bigint): string => figure(formatDecimal(units, scale))
  const [min = 0, max = 0] = example.rates
  const [dayMin, dayMax] = [incomeOf(example.amount, min), incomeOf(example.amount, max)]
  const percent = (rate: number): string => figure(formatDecimal(rate, 7))
  const days = BigInt(example.days)
  return (
    <Card className="flex flex-col gap-2">
      <h3 className="text-14 font-medium">{t('welcome.exampleTitle')}</h3>
      <p className="text-14 text-secondary">
        {t('welcome.exampleText', {
          amount: text(example.amount),
          days: String(example.days),
          min: percent(min),
          max: percent(max),
          dayMin: text(dayMin),
          dayMax: text(dayMax),
          allMin: text(dayMin * days),
          allMax: text(dayMax * days),
        })}
      </p>
      <p className="text-14 text-secondary">
        {t('welcome.exampleEarly', {
          amount: text(example.early),
          rate: percent(example.cost),
          refund: text(example.early - redemptionCost(example.early, example.cost)),
        })}
      </p>
    </Card>
  )
}
