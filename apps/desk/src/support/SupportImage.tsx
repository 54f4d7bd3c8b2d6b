import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { useImage } from '../data/useImage.ts'

interface SupportImageProps {
  route: RouteDefinition & { readonly media: string }
  params: Readonly<Record<'id' | 'image', string>>
}

/** A picture that a person sent; that it is looked at stands in the audit log, so it is fetched once. */
export function SupportImage({ route, params }: SupportImageProps) {
  const t = useTranslations('desk.support')
  const { url, failed } = useImage(route, params)
  if (failed) return <p className="text-14 text-secondary">{t('pictureGone')}</p>
  if (url === null) return <Skeleton className="h-40 w-48 max-w-full rounded-chip" />
  return (
    <a href={url} target="_blank" rel="noreferrer" className="block rounded-chip">
      <img src={url} alt={t('picture')} className="max-h-64 rounded-chip object-contain" />
    </a>
  )
}
