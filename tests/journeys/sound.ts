import { type Page, expect } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    readonly axe?: Pick<typeof axe, 'run'>
  }
}

const settledMax = 20_000

/** The faults of accessibility that a machine can find on a page, each with where it is; of some `rules` or of all. */
export async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  await settled(page)
  // it stays with the page, and half a megabyte for each look takes longer than the look
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source)
  return page.evaluate(look, rules === undefined ? null : [...rules])
}

async function look(rules: string[] | null): Promise<string[]> {
  if (window.axe === undefined) throw new Error('axe is not on the page')
  const { violations } = await window.axe.run(document, {
    resultTypes: ['violations'],
    ...(rules === null ? {} : { runOnly: { type: 'rule', values: rules } }),
  })
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

// what fades has less contrast for a moment, which is no fault
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: settledMax })
  await expect.poll(() => page.evaluate(fading), { timeout: settledMax }).toBe(0)
}

// those without an end, as of what is loading, never settle
function fading(): number {
  return document.getAnimations().filter(({ playState, effect }) => {
    const fades = effect instanceof KeyframeEffect && effect.getKeyframes().some((frame) => 'opacity' in frame)
    return playState === 'running' && fades && effect.getComputedTiming().iterations !== Infinity
  }).length
}
