import type { ComponentType } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { fixedHistory } from './history.ts'
import { createRouter, type Found } from './router.ts'

const screens: Readonly<Record<string, ComponentType>> = { '/a': () => 'a', '/b': () => 'b' }

/** A router whose screens come when they are told to. */
function stage(first = '/a') {
  const history = fixedHistory(first)
  const waiting = new Map<string, { readonly come: () => void; readonly fail: (why: Error) => void }>()
  const asked: string[] = []
  const find = ({ pathname }: { readonly pathname: string }): Found | string => {
    if (pathname === '/old') return '/b?from=old'
    if (pathname === '/circle') return '/circle'
    const Screen = screens[pathname] ?? (() => 'missing')
    const load = () => {
      asked.push(pathname)
      return new Promise<ComponentType>((resolve, reject) => {
        waiting.set(pathname, { come: () => resolve(Screen), fail: reject })
      })
    }
    return { key: pathname, params: {}, load, preload: load }
  }
  const router = createRouter({ history, find })
  const arrive = async (path: string, going: Promise<void>) => {
    waiting.get(path)?.come()
    await going
  }
  return { history, router, waiting, asked, arrive }
}

describe('the router', () => {
  it('shows the screen of where one is, and leads on to another', async () => {
    const { router, history, arrive } = stage()
    await arrive('/a', router.look())
    expect(router.shown()).toMatchObject({ key: '/a', Screen: screens['/a'] })
    const going = router.navigate({ to: '/b', search: { id: '1' } })
    expect(router.shown().key).toBe('/a')
    await arrive('/b', going)
    expect(router.shown()).toMatchObject({ key: '/b', place: { search: { id: '1' } } })
    expect(history.href()).toBe('/b?id=1')
  })

  it('shows at once what it has had before, and steps back to it', async () => {
    const { router, asked, arrive } = stage()
    await arrive('/a', router.look())
    await arrive('/b', router.navigate({ to: '/b' }))
    router.back()
    expect(router.shown().key).toBe('/a')
    expect(asked).toEqual(['/a', '/b'])
  })

  it('follows a redirect, of which no page is left', async () => {
    const { router, history, arrive } = stage()
    await arrive('/a', router.look())
    await arrive('/b', router.navigate({ to: '/old' }))
    expect(history.href()).toBe('/b?from=old')
    router.back()
    expect(history.href()).toBe('/a')
  })

  it('says so where redirects lead in circles', () => {
    expect(() => stage().router.navigate({ to: '/circle' })).toThrow('leads in circles')
  })

  it('takes the place of the page where that is wanted, or where it is the same', async () => {
    const { router, history, arrive } = stage()
    await arrive('/a', router.look())
    await router.navigate({ to: '/a' })
    await arrive('/b', router.navigate({ to: '/b', replace: true }))
    router.back()
    expect(history.href()).toBe('/b')
  })

  it('shows the last that was wanted, whichever comes first', async () => {
    const { router, waiting } = stage()
    const slow = router.look()
    const fast = router.navigate({ to: '/b' })
    waiting.get('/b')?.come()
    await fast
    waiting.get('/a')?.come()
    await slow
    expect(router.shown().key).toBe('/b')
  })

  it('shows that it waits once that takes a while, and why there is no screen', async () => {
    vi.useFakeTimers()
    try {
      const { router, waiting, arrive } = stage()
      await arrive('/a', router.look())
      const heard = vi.fn()
      const stop = router.subscribe(heard)
      const going = router.navigate({ to: '/b' })
      vi.advanceTimersByTime(149)
      expect(router.shown().key).toBe('/a')
      vi.advanceTimersByTime(1)
      expect(router.shown()).toMatchObject({ key: '/b', Screen: null, failure: null })
      const gone = new Error('gone')
      waiting.get('/b')?.fail(gone)
      await going
      expect(router.shown()).toMatchObject({ Screen: null, failure: gone })
      stop()
      expect(heard).toHaveBeenCalledTimes(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('loads ahead what a link leads to, over a redirect too', () => {
    const { router, asked } = stage()
    router.preload('/old')
    expect(asked).toEqual(['/b'])
  })

  it('puts the address right that one came by', async () => {
    const { router, history, arrive } = stage('/a/?x=1')
    await arrive('/a', router.look())
    expect(history.href()).toBe('/a?x=1')
  })
})
