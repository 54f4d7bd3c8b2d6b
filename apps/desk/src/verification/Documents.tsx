import {
  deskVerificationBack,
  deskVerificationFront,
  type DeskVerificationOne,
} from '@truemark/protocol/routes/deskVerification'
import type { DocumentSide } from '@truemark/protocol/routes/verification'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { useImage } from '../data/useImage.ts'

const routes = { front: deskVerificationFront, back: deskVerificationBack } as const

/** The photos of a document, each opened larger by a press. */
export function Documents({ one }: { one: DeskVerificationOne }) {
  const t = useTranslations('desk.verification')
  return (
    <section aria-label={t('documents')} className="flex min-w-0 flex-col gap-4 rounded-card bg-surface p-4">
      {one.documents.map((side) => (
        <Document key={side} id={one.id} side={side} />
      ))}
    </section>
  )
}

function Document({ id, side }: { id: string; side: DocumentSide }) {
  const t = useTranslations('desk.verification')
  const { url, failed } = useImage(routes[side], { id })
  const name = t(`fields.${side}`)
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="text-14 text-secondary">{name}</figcaption>
      {failed && <p className="text-14 text-secondary">{t('noDocument')}</p>}
      {!failed && url === null && <Skeleton className="h-64 w-full" />}
      {url !== null && (
        <a href={url} target="_blank" rel="noreferrer" className="block rounded-control bg-raised">
          <img src={url} alt={name} className="mx-auto max-h-112 w-auto rounded-control object-contain" />
        </a>
      )}
    </figure>
  )
}
