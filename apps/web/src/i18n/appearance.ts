import { themes, upDowns, type Theme, type UpDown } from '@truemark/ui/palette/palette'
import { useStore } from 'zustand'
import { keptStore } from '../data/keptStore.ts'

/** How the reader wants the app to look; kept on this device. `amountsHidden` veils what one owns. */
export interface Appearance {
  theme: Theme
  upDown: UpDown
  amountsHidden: boolean
}

const first: Appearance = { theme: 'dark', upDown: 'green-up', amountsHidden: false }

const pageColours: Record<Theme, string> = { dark: '#121212', light: '#F5F1EA' }

export const appearance = keptStore('truemark.appearance', readAppearance)

/** Reads a kept appearance; what is unknown or missing stands at its default. */
export function readAppearance(kept: unknown): Appearance {
  const fields: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {}
  return {
    theme: themes.find((theme) => theme === fields['theme']) ?? first.theme,
    upDown: upDowns.find((pair) => pair === fields['upDown']) ?? first.upDown,
    amountsHidden: fields['amountsHidden'] === true,
  }
}

/** A part of the appearance; re-renders when that part changes. */
export function useAppearance<T>(select: (state: Appearance) => T): T {
  return useStore(appearance, select)
}

/** Writes the appearance on the page now and whenever it changes. */
export function showAppearance(): void {
  const show = ({ theme, upDown }: Appearance) => {
    document.documentElement.dataset['theme'] = theme
    document.documentElement.dataset['upDown'] = upDown
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', pageColours[theme])
  }
  show(appearance.getState())
  appearance.subscribe(show)
}
