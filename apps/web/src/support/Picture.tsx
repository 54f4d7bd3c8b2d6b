import { useQuery } from '@tanstack/react-query'
import { chatImage } from '@truemark/protocol/routes/support'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callMedia } from '../data/api.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { BlobImage } from '../wallet/door.ts'

interface PictureProps {
  id: string
  /** The ticket that shows it; of the chat where it is left out. */
  ticket?: { readonly route: RouteDefinition & { readonly media: string }; readonly id: string }
}

/** A picture that only its people may see: small, and large by a press. */
export function Picture({ id, ticket }: PictureProps) {
  const t = useTranslations('support.chat')
  const [open, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['supportPicture', id],
    queryFn: () =>
      ticket === undefined ? callMedia(chatImage, { id }) : callMedia(ticket.route, { id: ticket.id, image: id }),
    staleTime: Infinity,
    gcTime: 600_000,
    retry: 1,
  })
  if (query.isError) return <p className="text-14 text-secondary">{t('pictureGone')}</p>
  if (query.data === undefined) return <Skeleton className="h-40 w-48 max-w-full rounded-chip" />
  return (
    <>
      <button type="button" aria-label={t('pictureOpen')} className="rounded-chip" onClick={() => setOpen(true)}>
        <BlobImage blob={query.data} alt={t('picture')} className="max-h-64 min-h-11 rounded-chip object-contain" />
      </button>
      <OwnSheet open={open} onClose={() => setOpen(false)} title={t('picture')}>
        <BlobImage blob={query.data} alt={t('picture')} className="mx-auto max-h-[70dvh] rounded-chip object-contain" />
      </OwnSheet>
    </>
  )
}
