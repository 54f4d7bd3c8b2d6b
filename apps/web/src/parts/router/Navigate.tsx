import { useLayoutEffect } from 'react'
import { useNavigate } from './useRouter.ts'

/** Leads on from a place that has nothing to show, which no step back comes to again. */
export function Navigate({ to }: { to: string }) {
  const navigate = useNavigate()
  useLayoutEffect(() => void navigate({ to, replace: true }), [navigate, to])
  return null
}
