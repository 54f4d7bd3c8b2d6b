import { arrive } from '@truemark/ui/device/heading'
import { type ComponentType, Suspense, useLayoutEffect, useRef } from 'react'
import { Guard } from '../Guard.tsx'
import { useRouter, useShown } from './useRouter.ts'

interface OutletProps {
  /** Stands there while a screen's code is on its way. */
  Waiting: ComponentType
  /** Stands in for a screen that broke or could not be loaded. */
  Failed: ComponentType<{ error: unknown }>
}

/** Where the screen of the open place stands. */
export function Outlet({ Waiting, Failed }: OutletProps) {
  const { place, key, Screen, failure } = useShown()
  useArrival(Screen === null ? null : place.pathname)
  if (failure !== null) return <Failed error={failure} />
  if (Screen === null) return <Waiting />
  return (
    <Guard key={key} at={place.href} Failed={Failed}>
      <Suspense fallback={<Waiting />}>
        <Screen />
      </Suspense>
    </Guard>
  )
}

/** Once another screen is drawn: it stands where it was left, its heading is read, and the keyboard goes on from there. */
function useArrival(path: string | null): void {
  const router = useRouter()
  const before = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (path === before.current) return
    const isFirst = before.current === null
    // the waiting screen took the place of the one before: also who comes back to that arrives
    before.current = path ?? (isFirst ? null : '')
    if (path === null) return
    router.settle()
    if (!isFirst) arrive()
  }, [router, path])
}
