import { deskInviteCodeEnd, deskInviteCodes, type InviteCode } from '@truemark/protocol/routes/deskSettings'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { CopyButton, FailureNote, useDeed } from '../deed/door.ts'
import { type Column, figureColumn, Heading, ListView } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { MakeInviteSheet } from './MakeInviteSheet.tsx'

/** Codes that bring people in: how often each was used, and the end of one. */
export function InviteCodesScreen() {
  const t = useTranslations('desk.inviteCodes')
  const mayWrite = useMay('desk_content_write')
  const [making, setMaking] = useState({ open: false, turn: 0 })
  const [ending, setEnding] = useState<InviteCode | null>(null)
  const list = usePages(['invites'], (page) => call(deskInviteCodes, { query: page }), {
    csv: { list: deskInviteCodes },
  })
  const make = (
    <Button onClick={() => setMaking({ open: true, turn: making.turn + 1 })}>
      <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
      {t('make')}
    </Button>
  )
  return (
    <>
      <Heading title={t('title')} text={t('explained')} actions={mayWrite ? make : undefined} />
      <ListView
        label={t('title')}
        list={list}
        columns={useColumns()}
        rowKey={(invite) => invite.code}
        empty={{ drawing: 'mail', title: t('empty') }}
        {...(mayWrite
          ? {
              actions: (invite: InviteCode) =>
                invite.active && (
                  <Button
                    kind="danger"
                    compact
                    aria-label={`${t('end')}: ${invite.code}`}
                    className="max-wide:flex-1"
                    onClick={() => setEnding(invite)}
                  >
                    {t('end')}
                  </Button>
                ),
            }
          : {})}
      />
      <MakeInviteSheet key={making.turn} open={making.open} onOpenChange={(open) => setMaking({ ...making, open })} />
      <EndDialog invite={ending} onClose={() => setEnding(null)} />
    </>
  )
}

function useColumns(): readonly Column<InviteCode>[] {
  const t = useTranslations('desk.inviteCodes')
  const dateTime = useDateTime()
  return [
    {
      key: 'code',
      head: t('code'),
      cell: (invite) => (
        <span className="inline-flex items-center gap-1">
          <span className="figures font-medium break-all">{invite.code}</span>
          {invite.active && <CopyButton text={invite.code} />}
        </span>
      ),
    },
    {
      key: 'note',
      head: t('note'),
      cell: (invite) => <span className="break-words text-secondary">{invite.note === '' ? '–' : invite.note}</span>,
    },
    figureColumn('uses', t('uses'), (invite) => invite.uses),
    figureColumn(
      'usesMax',
      t('usesMax'),
      (invite) => invite.uses_max ?? <span className="text-quiet">{t('unlimited')}</span>,
    ),
    {
      key: 'state',
      head: t('state'),
      cell: (invite) => <Badge tone={invite.active ? 'up' : 'plain'}>{invite.active ? t('active') : t('ended')}</Badge>,
    },
    figureColumn('created', t('created'), (invite) => dateTime(invite.created)),
  ]
}

function EndDialog({ invite, onClose }: { invite: InviteCode | null; onClose: () => void }) {
  const t = useTranslations('desk')
  const deed = useDeed({
    send: (code: string) => call(deskInviteCodeEnd, { params: { code } }),
    touches: ['invites'],
    done: () => t('inviteCodes.endDone'),
  })
  const close = () => {
    deed.forget()
    onClose()
  }
  return (
    <ConfirmDialog
      open={invite !== null}
      onOpenChange={(open) => !open && close()}
      title={t('inviteCodes.end')}
      description={
        <>
          <span className="figures block break-all text-text">{invite?.code}</span>
          {t('inviteCodes.endExplained')} {t('audited')}
        </>
      }
      confirmLabel={t('inviteCodes.end')}
      cancelLabel={t('common.cancel')}
      confirmKind="danger"
      busy={deed.busy}
      onConfirm={() => invite !== null && void deed.run(invite.code).then((done) => done && onClose())}
    >
      <FailureNote text={deed.failure} />
    </ConfirmDialog>
  )
}
