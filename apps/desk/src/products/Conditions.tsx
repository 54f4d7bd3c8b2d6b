import type { deskProducts } from '@truemark/protocol/routes/deskDerivative'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { Link } from '@tanstack/react-router'
import { Card } from '@truemark/ui/primitives/Card'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslations } from 'use-intl'

export interface ConditionsProps {
  conditions: AnswerOf<typeof deskProducts>['conditions']
}

/** What an installation needs before anybody can trade real money on it, and what of it is missing. */
export function Conditions({ conditions }: ConditionsProps) {
  const t = useTranslations('desk.products')
  const missing = conditions.filter(({ met }) => !met).length
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <h2 className="text-16 font-semibold">{t('conditionsTitle')}</h2>
        <p className={missing > 0 ? 'text-14 text-warning' : 'text-14 text-secondary'}>
          {t('conditionsMissing', { count: missing })}
        </p>
      </div>
      <ul className="flex flex-col gap-2">
        {conditions.map(({ name, met }) => {
          const Icon = met ? CircleCheck : CircleDashed
          return (
            <li key={name} className="flex items-start gap-2.5 text-14">
              <Icon
                size={18}
                strokeWidth={1.5}
                aria-hidden="true"
                className={met ? 'mt-0.5 shrink-0 text-up' : 'mt-0.5 shrink-0 text-warning'}
              />
              <span className="min-w-0">
                {t(`condition.${name}`)} <span className="text-quiet">{met ? t('met') : t('unmet')}</span>
                {!met && <Way name={name} />}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const ways = {
  two_operators: '/operators',
  rules_published: '/contents',
  three_live_sources: '/feed',
} as const

/** Where what is missing is put right: a screen of the desk, or the settings that the server starts with. */
function Way({ name }: { name: ConditionsProps['conditions'][number]['name'] }) {
  const t = useTranslations('desk.products')
  if (name === 'country_on') return <span className="block text-quiet">{t('wayCountry')}</span>
  if (name === 'mail_configured' || name === 'https_address') {
    return <span className="block text-quiet">{t(`waySetting.${name}`)}</span>
  }
  return (
    <Link to={ways[name]} className="block min-h-11 content-center font-medium text-primary">
      {t(`way.${name}`)}
    </Link>
  )
}
