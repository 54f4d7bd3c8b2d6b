import { roles, themes, upDownColours, upDowns, veils, type Theme } from './palette.ts'

const solid = (theme: Theme) =>
  Object.entries(roles[theme]).map(([role, colour]) => `  --${role}: ${colour.toLowerCase()};`)

const veiled = (theme: Theme) =>
  Object.entries(veils[theme]).map(
    ([role, [colour, share]]) => `  --${role}: color-mix(in srgb, ${colour.toLowerCase()} ${share}%, transparent);`,
  )

/** Writes the palette as CSS variables: a block for each theme, and for each theme's up and down colours. */
export function paletteCss(): string {
  const blocks = ['/* Written from palette.ts by its test (vitest -u); edit there. */']
  for (const theme of themes) {
    const selector = theme === 'dark' ? ":root,\n[data-theme='dark']" : `[data-theme='${theme}']`
    blocks.push([`${selector} {`, `  color-scheme: ${theme};`, ...solid(theme), ...veiled(theme), '}'].join('\n'))
  }
  for (const upDown of upDowns) {
    for (const theme of themes) {
      const { up, down } = upDownColours[upDown][theme]
      const marked = `[data-theme='${theme}'][data-up-down='${upDown}']`
      const selector = theme === 'dark' && upDown === 'green-up' ? `:root,\n${marked}` : marked
      blocks.push(`${selector} {\n  --up: ${up.toLowerCase()};\n  --down: ${down.toLowerCase()};\n}`)
    }
  }
  return `${blocks.join('\n\n')}\n`
}
