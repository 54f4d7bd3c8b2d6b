import { timeoutSignal } from '@truemark/ui/device/signals'
import { pathWith, type RouteDefinition } from '@truemark/protocol/routes/route'
import { client } from '@truemark/protocol/client'
import { useEffect, useState } from 'react'
import { session } from '../data/session.ts'

/** An image of the API that only the signed-in operator may see: its address in this page, null until it is there. */
export function useImage(route: RouteDefinition, id: string | null): { url: string | null; failed: boolean } {
  const [image, setImage] = useState<{ id: string; url: string | null; failed: boolean } | null>(null)
  useEffect(() => {
    if (id === null) return
    let url: string | null = null
    let isGone = false
    const read = async () => {
      const headers = { authorization: `Bearer ${session.get()?.token ?? ''}` }
      const signal = timeoutSignal(client.httpTimeoutMs)
      const response = await fetch(pathWith(route.path, { id }), { headers, signal })
      const isImage = response.ok && (response.headers.get('content-type') ?? '').startsWith('image/')
      const blob = isImage ? await response.blob() : null
      if (isGone) return
      url = blob === null ? null : URL.createObjectURL(blob)
      setImage({ id, url, failed: url === null })
    }
    read().catch(() => !isGone && setImage({ id, url: null, failed: true }))
    return () => {
      isGone = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [route, id])
  return image !== null && image.id === id ? image : { url: null, failed: false }
}
