import { expect, it } from 'vitest'
import { loadOnceMore, ScreenMissing } from './onceMore.ts'

function page(outlives = true) {
  const kept = new Map<string, string>()
  let reloads = 0
  return {
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value).has(key) && outlives,
      removeItem: (key: string) => kept.delete(key) || true,
    },
    reload: () => void (reloads += 1),
    reloads: () => reloads,
  }
}

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

it('reloads once, and shows an error when the file is gone for good', async () => {
  const reloading = page()
  void loadOnceMore('home', missing, reloading)
  await new Promise((resolve) => setTimeout(resolve))
  expect(reloading.reloads()).toBe(1)
  await expect(loadOnceMore('home', missing, reloading)).rejects.toBeInstanceOf(ScreenMissing)
  expect(reloading.reloads()).toBe(1)
})

it('may reload again for a later deploy, after the screen was loaded in between', async () => {
  const reloading = page()
  void loadOnceMore('home', missing, reloading)
  await new Promise((resolve) => setTimeout(resolve))
  expect(await loadOnceMore('home', () => Promise.resolve('screen'), reloading)).toBe('screen')
  void loadOnceMore('home', missing, reloading)
  await new Promise((resolve) => setTimeout(resolve))
  expect(reloading.reloads()).toBe(2)
})

it('FC-72 does not reload where nothing outlives the page: it would never end', async () => {
  const reloading = page(false)
  await expect(loadOnceMore('home', missing, reloading)).rejects.toBeInstanceOf(ScreenMissing)
  expect(reloading.reloads()).toBe(0)
})
