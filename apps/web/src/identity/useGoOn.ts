import { useRouter, useSearch } from '../parts/router/useRouter.ts'
import { safeRedirect } from './guard.ts'

/** Leads on after signing in: to the page that was wanted, else home. */
export function useGoOn(): () => void {
  const router = useRouter()
  const search = useSearch()
  return () => void router.navigate({ href: safeRedirect(search['redirect'], location.origin), replace: true })
}
