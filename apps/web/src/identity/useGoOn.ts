import { useRouter, useSearch } from '@tanstack/react-router'
import { safeRedirect } from './guard.ts'

/** Leads on after signing in: to the page that was wanted, else home. */
export function useGoOn(): () => void {
  const router = useRouter()
  const search: Record<string, unknown> = useSearch({ strict: false })
  return () => router.history.replace(safeRedirect(search['redirect'], location.origin))
}
