import { serverNow } from '@truemark/ui/device/serverTime'
import { deskCertificateEnd, deskCertificates, type DeskCertificate } from '@truemark/protocol/routes/deskContent'
import { formatUtcDay } from '@truemark/ui/figures/dateTime'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { ReasonDialog } from '../deed/door.ts'
import { type Column, figureColumn, Heading, ListView, Notice } from '../table/door.ts'
import { CertificateSheet } from './CertificateSheet.tsx'

/** The operator's registrations: what was ever shown, a new one, and the end of one. */
export function CertificatesScreen() {
  const t = useTranslations('desk.certificates')
  const mayWrite = useMay('desk_content_write')
  const [adding, setAdding] = useState({ open: false, turn: 0 })
  const [ending, setEnding] = useState<DeskCertificate | null>(null)
  const list = usePages(['certificates'], (page) => call(deskCertificates, { query: page }), {
    csv: { list: deskCertificates },
  })
  return (
    <>
      <Heading
        title={t('title')}
        text={t('explained')}
        actions={
          mayWrite && (
            <Button onClick={() => setAdding({ open: true, turn: adding.turn + 1 })}>
              <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
              {t('add')}
            </Button>
          )
        }
      />
      <Notice>{t('notice')}</Notice>
      <ListView
        label={t('title')}
        list={list}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={{ drawing: 'shield', title: t('empty') }}
        {...(mayWrite
          ? {
              actions: (row: DeskCertificate) =>
                row.ended === null && (
                  <Button kind="danger" compact className="max-wide:flex-1" onClick={() => setEnding(row)}>
                    {t('end')}
                  </Button>
                ),
            }
          : {})}
      />
      <CertificateSheet key={adding.turn} open={adding.open} onOpenChange={(open) => setAdding({ ...adding, open })} />
      {ending !== null && <EndDialog certificate={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

function useColumns(): readonly Column<DeskCertificate>[] {
  const t = useTranslations('desk.certificates')
  const stateOf = ({ ended, expires }: DeskCertificate) => {
    if (ended !== null) return <Badge>{t('ended')}</Badge>
    return expires <= serverNow() ? <Badge tone="warning">{t('expired')}</Badge> : <Badge tone="up">{t('shown')}</Badge>
  }
  return [
    { key: 'name', head: t('name'), cell: ({ name }) => name },
    { key: 'regulator', head: t('regulator'), cell: ({ regulator }) => regulator },
    { key: 'number', head: t('number'), cell: ({ number }) => <span className="figures break-all">{number}</span> },
    {
      key: 'link',
      head: t('link'),
      cell: ({ register_link: link }) => (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center break-all text-primary underline underline-offset-2"
        >
          {new URL(link).hostname}
        </a>
      ),
    },
    figureColumn('expires', t('expires'), ({ expires }) => formatUtcDay(expires)),
    { key: 'state', head: t('state'), cell: stateOf },
  ]
}

function EndDialog({ certificate, onClose }: { certificate: DeskCertificate; onClose: () => void }) {
  const t = useTranslations('desk.certificates')
  return (
    <ReasonDialog
      onClose={onClose}
      title={t('end')}
      description={`${certificate.name}: ${t('endExplained')}`}
      confirmLabel={t('end')}
      confirmKind="danger"
      send={(reason) => call(deskCertificateEnd, { params: { id: certificate.id }, body: { reason } })}
      touches={['certificates']}
      done={t('endDone')}
    />
  )
}
