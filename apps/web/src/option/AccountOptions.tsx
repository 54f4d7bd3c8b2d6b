import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
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
        <Link
          to="/market/trade/option_orders"
          className="-my-3 inline-flex min-h-11 items-center rounded-control px-1 text-14 font-medium text-primary"
        >
          {shell('title.optionOrders')}
        </Link>
      </div>
      <div className="overflow-hidden rounded-card bg-surface">
        <OpenOptions />
      </div>
    </section>
  )
}
