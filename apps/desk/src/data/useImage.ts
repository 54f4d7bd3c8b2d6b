import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { useEffect, useState } from 'react'
import { callMedia } from './http.ts'

interface Found {
  readonly key: string
  readonly url: string | null
}

/**
 * An image of the API that only the signed-in operator may see: its address in this page, null until it is there. That
 * it is looked at can stand in the audit log, so it is fetched once. Without parameters nothing is fetched.
 */
export function useImage(
  route: RouteDefinition & { readonly media: string },
  params: Readonly<Record<string, string>> | null,
): { readonly url: string | null; readonly failed: boolean } {
  const key = params === null ? null : JSON.stringify(params)
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (key === null) return
    let url: string | null = null
    let isGone = false
    const read = async () => {
      const blob = await callMedia(route, JSON.parse(key))
      if (isGone) return
      url = URL.createObjectURL(blob)
      setFound({ key, url })
    }
    read().catch(() => !isGone && setFound({ key, url: null }))
    return () => {
      isGone = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [route, key])
  if (found === null || found.key !== key) return { url: null, failed: false }
  return { url: found.url, failed: found.url === null }
}
