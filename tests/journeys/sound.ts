import type { Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    readonly axe?: Pick<typeof axe, 'run'>
  }
}

const settledMax = 20_000

/** The faults of accessibility that a machine can find on a page, each with where it is; of some `rules` or of all. */
export async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  const asked = { rules: rules === undefined ? null : [...rules], max: settledMax }
  const found = await page.evaluate(look, asked)
  if (found !== null) return found
  // it stays with the page, and half a megabyte for each look takes longer than the look
  await page.evaluate(axe.source)
  return (await page.evaluate(look, asked)) ?? ['axe is not on the page']
}

/** Looks once the app is there and nothing fades any longer, which has less contrast for a moment and is no fault; null: without axe. */
async function look({ rules, max }: { rules: string[] | null; max: number }): Promise<string[] | null> {
  if (window.axe === undefined) return null
  const moving = (): string[] => {
    const toasts = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')].map(
      ({ innerText }) => `a toast stays: ${innerText}`,
    )
    // those without an end, as of what is loading, never settle
    const fading = document.getAnimations().filter(({ playState, effect }) => {
      // what tints a price that moved lies beneath it, and on a live screen one of them always runs
      if (!(effect instanceof KeyframeEffect) || effect.pseudoElement !== null) return false
      const fades = effect.getKeyframes().some((frame) => 'opacity' in frame)
      return playState === 'running' && fades && effect.getComputedTiming().iterations !== Infinity
    })
    // the server's frame, which stands until the app is there, is hidden from whoever can't see it
    const framed = document.querySelector('#root > [inert]') === null ? [] : ['the first frame stands']
    return [...framed, ...toasts, ...fading.map(({ id }) => `something fades on: ${id}`)]
  }
  const end = performance.now() + max
  while (moving().length > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
  const unsettled = moving()
  const { violations } = await window.axe.run(document, {
    resultTypes: ['violations'],
    ...(rules === null ? {} : { runOnly: { type: 'rule', values: rules } }),
  })
  return [
    ...unsettled,
    ...violations.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ]
}
