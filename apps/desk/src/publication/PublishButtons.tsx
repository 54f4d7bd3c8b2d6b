import { deskPieceCancel, deskPieceWithdraw, type Piece } from '@truemark/protocol/routes/deskContent'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { ReasonDialog } from '../deed/door.ts'
import { unpublished } from './pieceStates.ts'
import { PublishSheet } from './PublishSheet.tsx'

/** What can be done with a text as a whole: publish, take a publication back, withdraw. */
export function PublishButtons({ piece }: { piece: Piece }) {
  const t = useTranslations('desk.contents')
  const mayWrite = useMay('desk_content_write')
  const [publishing, setPublishing] = useState({ open: false, turn: 0 })
  if (!mayWrite) return null
  const isScheduled = piece.languages.some(({ scheduled }) => scheduled !== null)
  const isShown = piece.languages.some(({ shown }) => shown !== null)
  return (
    <>
      {piece.kind === 'news' && isShown && <ReasonButton piece={piece} deed="withdraw" />}
      {isScheduled && <ReasonButton piece={piece} deed="cancel" />}
      <Button
        disabled={unpublished(piece.languages).length === 0}
        onClick={() => setPublishing({ open: true, turn: publishing.turn + 1 })}
      >
        {t('publish')}
      </Button>
      <PublishSheet
        key={publishing.turn}
        piece={piece}
        open={publishing.open}
        onOpenChange={(open) => setPublishing({ ...publishing, open })}
      />
    </>
  )
}

const routes = { withdraw: deskPieceWithdraw, cancel: deskPieceCancel }

function ReasonButton({ piece, deed: name }: { piece: Piece; deed: keyof typeof routes }) {
  const t = useTranslations('desk.contents')
  const [asked, setAsked] = useState({ open: false, turn: 0 })
  return (
    <>
      <Button kind="secondary" onClick={() => setAsked({ open: true, turn: asked.turn + 1 })}>
        {t(name)}
      </Button>
      <ReasonDialog
        key={asked.turn}
        open={asked.open}
        onClose={() => setAsked({ ...asked, open: false })}
        title={t(name)}
        description={t(`${name}Explained`)}
        confirmLabel={t(name)}
        confirmKind="danger"
        send={(reason) => call(routes[name], { params: { id: piece.id }, body: { reason } })}
        touches={['contents']}
        done={t(`${name}Done`)}
      />
    </>
  )
}
