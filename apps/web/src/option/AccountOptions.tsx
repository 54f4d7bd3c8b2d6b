import { useTranslations } from 'use-intl'
import { TextLink } from '../parts/TextLink.tsx'
import { OpenOptions } from './OpenOptions.tsx'

/** What is at stake in open options, for the account's page. */
export function AccountOptions() {
  const t = useTranslations('option')
  const shell = useTranslations('shell')
  return (
    <section aria-labelledby="open-options" className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-6 items-center justify-between">
        <h2 id="open-options" className="text-14 text-quiet">
          {t('open')}
        </h2>
        <TextLink to="/market/trade/option_orders" className="-my-3 px-1">
          {shell('title.optionOrders')}
        </TextLink>
      </div>
      <div className="overflow-hidden rounded-card bg-surface">
        <OpenOptions />
      </div>
    </section>
  )
}
