import { Markdown } from '@truemark/markdown/Markdown'
import type { Fault } from '@truemark/markdown/tree'
import { deskImage } from '@truemark/protocol/routes/deskContent'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { useImage } from '../data/useImage.ts'
import type { Draft } from './drafts.ts'

/** A text as its reader will see it, and what of it they will not. */
export function Preview({ draft, tag, faults }: { draft: Draft; tag: string; faults: readonly Fault[] }) {
  const t = useTranslations('desk.contents')
  return (
    <section aria-label={t('preview')} className="flex min-w-0 flex-col gap-3">
      <h2 className="text-14 text-secondary">{t('preview')}</h2>
      <div lang={tag} className="flex min-h-80 flex-col gap-3 rounded-control bg-background p-4 hairline">
        {draft.title.trim() !== '' && <p className="text-20 font-semibold break-words">{draft.title}</p>}
        <Markdown text={draft.content} image={(name, alt) => <DraftImage name={name} alt={alt} />} />
        {draft.title.trim() === '' && draft.content.trim() === '' && (
          <p className="text-14 text-quiet">{t('previewEmpty')}</p>
        )}
      </div>
      {faults.length > 0 && (
        <ul role="alert" className="flex flex-col gap-1.5 rounded-control bg-danger-soft p-3.5 text-14 text-danger">
          {faults.map(({ kind, text }, place) => (
            <li key={place} className="break-words">
              {t(`faults.${kind}`)} <code className="text-12 break-all">{text}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** An image that only the desk can see until a text with it is shown. */
function DraftImage({ name, alt }: { name: string; alt: string }) {
  const t = useTranslations('desk.contents')
  const { url, failed } = useImage(deskImage, { id: name })
  if (failed) return <span className="text-danger">{t('imageMissing')}</span>
  if (url === null) return <Skeleton className="h-40 w-full rounded-control" />
  return <img src={url} alt={alt} className="my-1 block h-auto max-w-full rounded-control" />
}
