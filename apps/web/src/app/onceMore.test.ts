import { expect, it } from 'vitest'
import { loadOnceMore, ScreenMissing } from './onceMore.ts'

function page() {
  const kept = new Map<string, string>()
  let reloads = 0
  return {
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
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
