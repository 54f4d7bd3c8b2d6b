import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Suspense } from 'react'
import { useStore } from 'zustand'
import { useSession } from '../data/session.ts'
import { tour } from '../data/tour.ts'
import NotificationToasts from '../notification/NotificationToasts.tsx'

const Tour = lazyPart(() => import('../tour/Tour.tsx').then((m) => m.Tour))

/** What comes after the screen for whoever is signed in: what has happened is told, and a demo shows itself once. */
export default function SignedInParts() {
  const step = useStore(tour, (state) => state.step)
  const isDemo = useSession((state) => state.mode === 'demo')
  return (
    <>
      <NotificationToasts />
      <Suspense>{isDemo && step !== null && <Tour step={step} />}</Suspense>
    </>
  )
}
