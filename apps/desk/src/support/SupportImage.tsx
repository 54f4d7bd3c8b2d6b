import { timeoutSignal } from '@truemark/ui/device/signals'
import { client } from '@truemark/protocol/client'
import { pathWith, type RouteDefinition } from '@truemark/protocol/routes/route'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { session } from '../data/session.ts'

interface SupportImageProps {
  route: RouteDefinition
  params: Readonly<Record<'id' | 'image', string>>
}

/** A picture that a person sent; that it is looked at stands in the audit log, so it is fetched once. */
export function SupportImage({ route, params: { id, image } }: SupportImageProps) {
  const t = useTranslations('desk.support')
  const [found, setFound] = useState<{ readonly url: string | null } | null>(null)
  useEffect(() => {
    let url: string | null = null
    let isGone = false
    const read = async () => {
      const headers = { authorization: `Bearer ${session.get()?.token ?? ''}` }
      const signal = timeoutSignal(client.httpTimeoutMs)
      const response = await fetch(pathWith(route.path, { id, image }), { headers, signal })
      const isImage = response.ok && (response.headers.get('content-type') ?? '').startsWith('image/')
      const blob = isImage ? await response.blob() : null
      if (isGone) return
      url = blob === null ? null : URL.createObjectURL(blob)
      setFound({ url })
    }
    read().catch(() => !isGone && setFound({ url: null }))
    return () => {
      isGone = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [route, id, image])
  if (found === null) return <Skeleton className="h-40 w-48 max-w-full rounded-chip" />
  if (found.url === null) return <p className="text-14 text-secondary">{t('pictureGone')}</p>
  return (
    <a href={found.url} target="_blank" rel="noreferrer" className="block rounded-chip">
      <img src={found.url} alt={t('picture')} className="max-h-64 rounded-chip object-contain" />
    </a>
  )
}
