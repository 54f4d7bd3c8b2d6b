import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { LogoMark } from '@truemark/ui/marks/Logo'
import { session } from '../data/session.ts'
import { LanguageProvider } from '../i18n/LanguageProvider.tsx'
import { queries } from './queries.ts'
import { createDeskRouter } from './router.tsx'
import { StartFailed } from './StartFailed.tsx'

const router = createDeskRouter()

// Whenever somebody signs in or out the guard looks again. What a session saw is forgotten at its end, once the
// screens are gone that would ask for it anew.
let token = session.getState()?.token ?? null
session.subscribe(() => {
  const next = session.getState()?.token ?? null
  if (next === token) return
  token = next
  const guarded = router.invalidate()
  if (next !== null) return
  void guarded.finally(() => {
    queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'messages' && query.queryKey[0] !== 'app' })
  })
})

/** The whole desk: its texts, its queries, its routes. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <LanguageProvider waiting={<Waiting />} failed={(retry) => <StartFailed onRetry={retry} />}>
        <RouterProvider router={router} />
      </LanguageProvider>
    </QueryClientProvider>
  )
}

function Waiting() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <LogoMark size={56} />
    </div>
  )
}
