import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One picture: its file beside the page, and what it shows. */
export interface Picture {
  readonly file: string
  readonly screen: string
  readonly size: string
  readonly look: string
}

/** Writes the page that shows all pictures: each screen in a row of its own, and a choice of sizes and looks. */
export function writeGallery(folder: string, pictures: readonly Picture[]): void {
  const data = JSON.stringify(pictures).replaceAll('<', '\\u003c')
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gallery</title>
<style>
body { margin: 0; background: #0b0b0b; color: #f5f1ea; font: 14px/1.5 system-ui }
header { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 16px; padding: 12px 16px; background: #121212 }
h2 { margin: 24px 16px 8px; font-size: 16px; font-weight: 500 }
div { display: flex; gap: 12px; overflow-x: auto; padding: 0 16px }
figure { margin: 0; flex: none } figcaption { color: #a09a90 }
img { display: block; border: 1px solid #313131; border-radius: 8px; max-height: 80vh }
</style>
<header id="choice"></header>
<main></main>
<script>
const pictures = ${data}
const chosen = {}
const show = () => {
  const main = document.querySelector('main')
  main.replaceChildren()
  for (const screen of new Set(pictures.map((one) => one.screen))) {
    const shown = pictures.filter((one) => one.screen === screen && Object.entries(chosen).every(([part, value]) => value === '' || one[part] === value))
    if (shown.length === 0) continue
    const title = document.createElement('h2')
    title.textContent = screen
    const row = document.createElement('div')
    for (const { file, size, look } of shown) {
      const figure = document.createElement('figure')
      const image = Object.assign(new Image(), { src: file, loading: 'lazy', alt: screen })
      const caption = document.createElement('figcaption')
      caption.textContent = size + ' · ' + look
      figure.append(image, caption)
      row.append(figure)
    }
    main.append(title, row)
  }
}
for (const part of ['size', 'look', 'screen']) {
  const select = document.createElement('select')
  for (const value of ['', ...new Set(pictures.map((one) => one[part]))]) select.append(new Option(value || 'every ' + part, value))
  select.onchange = () => { chosen[part] = select.value; show() }
  document.querySelector('#choice').append(select)
}
show()
</script>
`
  writeFileSync(join(folder, 'index.html'), page)
}
