import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Fields } from './place.ts'
import type { Router, Shown } from './router.ts'

/** The router of the app that is drawn. */
export const RouterContext = createContext<Router | null>(null)

/** The router of the app; the same for as long as it runs. */
export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (router === null) throw new Error('there is no router around this')
  return router
}

/** What is shown; draws again when the reader goes elsewhere. */
export function useShown(): Shown {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.shown, router.shown)
}

/** What the query of the open place says. */
export function useSearch(): Fields {
  return useShown().place.search
}

/** What the open place has in the open parts of its path. */
export function useParams(): Fields {
  return useShown().params
}

/** Leads elsewhere; settles once the screen there is shown. */
export function useNavigate(): Router['navigate'] {
  return useRouter().navigate
}
