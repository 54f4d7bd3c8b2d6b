import { buttonClass } from '@truemark/ui/primitives/Button'
import { Page } from '@truemark/ui/primitives/Page'
import { MessageCircle } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { BackHeader } from '../parts/BackHeader.tsx'
import { TicketForm } from './TicketForm.tsx'
import { TicketList } from './TicketList.tsx'

/** Leaving a message for customer service, and those that were left. */
export function ContactScreen() {
  const t = useTranslations('support.ticket')
  return (
    <>
      <BackHeader name="contactUs" />
      <Page width="panes" className="grid items-start gap-8 tablet:grid-cols-2">
        <section aria-labelledby="leave" className="flex min-w-0 flex-col gap-4">
          <div className="flex flex-col gap-1">
            <h2 id="leave" className="text-16 font-semibold">
              {t('leave')}
            </h2>
            <p className="text-14 text-secondary">{t('intro')}</p>
          </div>
          <TicketForm />
          <Link to="/customer-service" className={buttonClass('quiet', true, true)}>
            <MessageCircle size={18} strokeWidth={1.5} aria-hidden="true" />
            {t('chatInstead')}
          </Link>
        </section>
        <section aria-labelledby="mine" className="flex min-w-0 flex-col gap-3">
          <h2 id="mine" className="text-16 font-semibold">
            {t('mine')}
          </h2>
          <TicketList />
        </section>
      </Page>
    </>
  )
}
