import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { loadOnceMore, pageReloading } from './onceMore.ts'

/** A route's component whose code is loaded when it is first wanted. */
export function lazyScreen(name: string, load: () => Promise<ComponentType>) {
  return lazyRouteComponent(() => loadOnceMore(name, async () => ({ default: await load() }), pageReloading()))
}
