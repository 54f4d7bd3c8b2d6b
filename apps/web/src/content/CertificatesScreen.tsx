import { certificates, type Certificate } from '@truemark/protocol/routes/content'
import { formatUtcDay } from '@truemark/ui/figures/dateTime'
import { Card } from '@truemark/ui/primitives/Card'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { Page } from '@truemark/ui/primitives/Page'
import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { usePages } from '../data/usePages.ts'
import { PagedList } from '../parts/PagedList.tsx'
import { ContentHeader } from './ContentHeader.tsx'

const isWebLink = (link: string) => /^https:\/\//i.test(link)

/** The operator's registrations, each with the link of its public register. */
export function CertificatesScreen() {
  const t = useTranslations('content')
  const query = usePages(['content', 'certificates'], (page) => call(certificates, { query: page }))
  return (
    <>
      <ContentHeader name="certificates" />
      <Page width="reading">
        <PagedList
          query={query}
          empty={<EmptyState drawing="shield" title={t('certificatesEmptyTitle')} text={t('certificatesText')} />}
          more={t('newsMore')}
        >
          {(list) => (
            <>
              <p className="text-14 text-secondary">{t('certificatesText')}</p>
              {list.map((certificate) => (
                <CertificateCard key={certificate.id} certificate={certificate} />
              ))}
            </>
          )}
        </PagedList>
      </Page>
    </>
  )
}

function CertificateCard({ certificate }: { certificate: Certificate }) {
  const t = useTranslations('content')
  const { name, number, regulator, expires, image, register_link: link } = certificate
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-col">
        <h2 className="text-16 font-medium break-words">{name}</h2>
        <p className="text-14 text-secondary">{regulator}</p>
      </div>
      <dl className="flex flex-col gap-1 text-14">
        <div className="flex justify-between gap-4">
          <dt className="text-quiet">{t('certificateNumber')}</dt>
          <dd className="figures break-all">{number}</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-quiet">{t('certificateExpires')}</dt>
          <dd className="figures">{formatUtcDay(expires)}</dd>
        </div>
      </dl>
      {image !== '' && <img src={image} alt="" loading="lazy" className="h-auto max-w-full rounded-control" />}
      {isWebLink(link) && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-2 self-start text-14 font-medium text-primary"
        >
          <ExternalLink size={16} strokeWidth={1.5} aria-hidden="true" />
          {t('register')}
        </a>
      )}
    </Card>
  )
}
