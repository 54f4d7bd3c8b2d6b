import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'

const settledMax = 20_000

/** The faults of accessibility that a machine can find on a page, each with where it is; of some `rules` or of all. */
export async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  await settled(page)
  const builder = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (rules === undefined ? builder : builder.withRules([...rules])).analyze()
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
