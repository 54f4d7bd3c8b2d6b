import { type CDPSession, type Locator, type Page, expect } from '@playwright/test'

declare global {
  interface Window {
    /** What the page's live regions have told since somebody last asked. */
    told: string[]
  }
}

/** What a screen reader has of the element with the focus: the browser's own accessibility tree says it. */
export interface Heard {
  readonly role: string
  readonly name: string
  readonly description: string
  readonly value: string
  /** States and properties that are set, by name: "invalid: true", "expanded: false", "level: 1". */
  readonly states: readonly string[]
}

/** A page that is walked through by ear. */
export interface Ear {
  readonly page: Page
  /** What has the focus now. */
  focus(): Promise<Heard>
  /** All that was told by live regions since it was asked last, and forgets it. */
  told(): Promise<string[]>
  /** Waits until something is told; the rest that came with it is forgotten. */
  hears(text: string | RegExp): Promise<void>
  /** Goes to a control by its role and name, as by a reader's list of controls, and presses it. */
  press(target: Locator, key?: 'Enter' | 'Space'): Promise<void>
  /** Waits until the focus is on something of a role and a name. */
  comesTo(role: string, name: string | RegExp): Promise<Heard>
}

/** Notes what is told from the first script of each page on. Gives what a reader hears of it. */
export async function listen(page: Page): Promise<Ear> {
  await page.addInitScript(noteTold)
  const tree = await page.context().newCDPSession(page)
  await tree.send('Accessibility.enable')
  const focus = () => heardAt(tree, 'document.activeElement')
  const told = () => page.evaluate(() => window.told.splice(0))
  return {
    page,
    focus,
    told,
    async hears(text) {
      const heard: string[] = []
      const isIt = (line: string) => (typeof text === 'string' ? line.includes(text) : text.test(line))
      await expect
        .poll(async () => heard.push(...(await told())) && heard.some(isIt), { message: `"${text}" is told` })
        .toBe(true)
        .catch(() => {
          throw new Error(`"${text}" was not told, but: ${heard.join(' | ')}`)
        })
    },
    async press(target, key = 'Enter') {
      await expect(target).toBeVisible()
      // what has only just appeared takes no press yet
      await expect(target).toBeEnabled()
      await target.focus()
      await expect(target).toBeFocused()
      await page.keyboard.press(key)
    },
    async comesTo(role, name) {
      let heard = await focus()
      const isThere = () =>
        heard.role === role && (typeof name === 'string' ? heard.name === name : name.test(heard.name))
      await expect
        .poll(async () => {
          heard = await focus()
          return isThere()
        })
        .toBe(true)
        .catch(() => {
          throw new Error(`the focus did not come to ${role} "${name}", but is on ${JSON.stringify(heard)}`)
        })
      return heard
    },
  }
}

/** Runs in the page. A region tells what is put into it; what is hidden from readers, or was there before, tells nothing. */
function noteTold(): void {
  window.told = []
  const regions = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"], output'
  const textOf = (node: Node): string => (node.textContent ?? '').replace(/\s+/g, ' ').trim()
  const tell = (node: Node): void => {
    const element = node instanceof Element ? node : node.parentElement
    const region = element?.closest(regions)
    if (!element || !region || element.closest('[aria-hidden="true"]') !== null) return
    const isWhole =
      region.ariaAtomic !== 'false' && !region.hasAttribute('aria-live') && !region.matches('[role="log"]')
    const text = textOf(isWhole ? region : node)
    if (text !== '' && window.told.at(-1) !== text) window.told.push(text)
  }
  const changes = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData' && !target.parentElement?.closest('[aria-relevant="additions"]')) tell(target)
      for (const node of addedNodes) {
        tell(node)
        // an alert tells itself as it comes; other regions have to be there before
        if (node instanceof Element) for (const alert of node.querySelectorAll('[role="alert"]')) tell(alert)
      }
    }
  })
  changes.observe(document, { childList: true, characterData: true, subtree: true })
}

/** What the tree says of the element that an expression of the page gives. */
async function heardAt(tree: CDPSession, expression: string): Promise<Heard> {
  const { result } = await tree.send('Runtime.evaluate', { expression })
  const objectId = result.objectId ?? ''
  const { nodes } = await tree.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false })
  const [node] = nodes
  const text = (given: { value?: unknown } | undefined): string => {
    const value = given?.value
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  }
  return {
    role: text(node?.role),
    name: text(node?.name),
    description: text(node?.description),
    value: text(node?.value),
    states: (node?.properties ?? []).map(({ name, value }) => `${name}: ${text(value)}`),
  }
}

/** The headings of what is open, in order: "1 Withdraw", "2 Confirm who you are"; those that skip a level are named. */
export async function headings(page: Page): Promise<{ readonly list: string[]; readonly gaps: string[] }> {
  return page.evaluate(() => {
    const sheet = document.querySelector('[role="dialog"], [role="alertdialog"]')
    const shown = [...(sheet ?? document.querySelector('main') ?? document).querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter((heading) => heading.checkVisibility())
      .map((heading) => ({ level: Number(heading.tagName.slice(1)), text: (heading.textContent ?? '').trim() }))
    const first = sheet === null ? 1 : 2
    const gaps = shown.filter(({ level }, place) => level > (shown[place - 1]?.level ?? first - 1) + 1)
    const written = ({ level, text }: { level: number; text: string }): string => `${level} ${text}`
    return { list: shown.map(written), gaps: gaps.map(written) }
  })
}
