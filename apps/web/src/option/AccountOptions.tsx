import { useTranslations } from 'use-intl'
import { CardSection } from '../parts/CardSection.tsx'
import { TextLink } from '../parts/TextLink.tsx'
import { OpenOptions } from './OpenOptions.tsx'

/** What is at stake in open options, for the account's page. */
export function AccountOptions() {
  const t = useTranslations('option')
  const shell = useTranslations('shell')
  return (
    <CardSection
      title={t('open')}
      way={
        <TextLink to="/market/trade/option_orders" className="-my-3 px-1">
          {shell('title.optionOrders')}
        </TextLink>
      }
    >
      <div className="overflow-hidden rounded-card bg-surface">
        <OpenOptions />
      </div>
    </CardSection>
  )
}
