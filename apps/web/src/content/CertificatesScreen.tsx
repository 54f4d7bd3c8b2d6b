import { useQuery } from '@tanstack/react-query'
import { certificates } from '@truemark/protocol/routes/content'
import { Card } from '@truemark/ui/primitives/Card'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { Page } from '@truemark/ui/primitives/Page'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { Answer } from './Answer.tsx'
import { ContentHeader } from './ContentHeader.tsx'

const isWebLink = (link: string) => /^https?:\/\//i.test(link)

/** The operator's registrations, each with the link of its public register. */
export function CertificatesScreen() {
  const t = useTranslations('content')
  const query = useQuery({ queryKey: ['content', 'certificates'], queryFn: () => call(certificates, {}) })
  return (
    <>
      <ContentHeader name="certificates" />
      <Page width="reading">
        <Answer query={query}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState drawing="shield" title={t('certificatesEmptyTitle')} text={t('certificatesText')} />
            ) : (
              <div className="flex flex-col gap-3">
                <p className="text-14 text-secondary">{t('certificatesText')}</p>
                {list.map((certificate) => (
                  <Card key={certificate.id}>
                    <p className="text-16 font-medium">{certificate.name}</p>
                    <p className="figures text-14 text-secondary">{certificate.number}</p>
                    {isWebLink(certificate.register_link) && (
                      <a
                        href={certificate.register_link}
                        target="_blank"
                        rel="noopener noreferrer"
                        className="inline-flex min-h-11 items-center text-14 font-medium text-primary"
                      >
                        {t('register')}
                      </a>
                    )}
                  </Card>
                ))}
              </div>
            )
          }
        </Answer>
      </Page>
    </>
  )
}
