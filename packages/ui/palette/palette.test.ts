import { describe, expect, it } from 'vitest'
import { contrast, mix } from './contrast.ts'
import { paletteCss } from './css.ts'
import { roles, themes, upDownColours, upDowns, type Role, type Theme } from './palette.ts'

const surfaces: Role[] = ['background', 'surface', 'raised', 'overlay']

/** The share of a colour in the soft fill behind its own text; tokens.css names the same. */
const softShare = 12

function leastContrast(colour: string, theme: Theme): number {
  return Math.min(...surfaces.map((surface) => contrast(colour, roles[theme][surface])))
}

describe.each(themes)('the %s theme', (theme) => {
  it.each<[Role, number]>([
    ['text', 11],
    ['secondary', 6],
    ['quiet', 4.5],
    ['primary', 4.5],
    ['warning', 4.5],
    ['danger', 4.5],
    ['info', 4.5],
  ])('%s stands out at least %d:1 on every surface', (role, ratio) => {
    expect(leastContrast(roles[theme][role], theme)).toBeGreaterThanOrEqual(ratio)
  })

  it('text on the primary action reads', () => {
    expect(contrast(roles[theme]['on-primary'], roles[theme].primary)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(upDowns)('%s: up and down read on every surface, on their soft fill, and under their own text', (pair) => {
    for (const colour of Object.values(upDownColours[pair][theme])) {
      expect(leastContrast(colour, theme)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colour, mix(colour, roles[theme].surface, softShare))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(roles[theme]['on-up-down'], colour)).toBeGreaterThanOrEqual(4.5)
    }
  })
})

it('the dark roles are the specification’s', () => {
  expect([roles.dark.background, roles.dark.surface, roles.dark.primary]).toEqual(['#121212', '#1E1E1E', '#FFD7AB'])
})

it('palette.css is what the table says', async () => {
  await expect(paletteCss()).toMatchFileSnapshot('../palette.css')
})
